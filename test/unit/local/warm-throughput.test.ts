import { expect, it } from 'vitest';
import { createCapacity } from '../../../infra/local/dynamodb/throttle-requests.ts';
import { createCapacityMeter } from '../../../infra/local/dynamodb/capacity-meter.ts';
import { parseTableRequest, type TableRequest } from '../../../infra/local/dynamodb/table-request.ts';

// What all partitions of the table, or of an index, take together: less here than one partition does.

const warmth = { table: { read: 20, write: 10 }, index: { read: 6, write: 4 } };
let now = 0;

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });

function busyTable() {
  const meter = createCapacityMeter({ now: () => now, warmth });
  const file = {
    tableName: 't',
    bytesOf: () => 100,
    itemOf: () => undefined,
    changes: () => [],
    close: () => undefined,
  };
  const capacity = createCapacity({ meter, file });
  const ok = { status: 200, headers: {}, body: Buffer.from('{}') };
  const ask = async (name: string, input: object) => {
    const body = JSON.stringify({ TableName: 't', ...input });
    const request = parseTableRequest({ target: `DynamoDB_20120810.${name}`, body, caller: undefined });
    const answer = await capacity.throttle(request as TableRequest, (admitted) =>
      capacity.measure(admitted, async () => ok),
    );
    return answer.status === 200 ? 'ok' : String(JSON.parse(String(answer.body)).__type).split('#')[1];
  };
  return {
    meter,
    put: (pk: string, more: object = {}) => ask('PutItem', { Item: { ...key(pk), ...more } }),
    get: (pk: string) => ask('GetItem', { Key: key(pk), ConsistentRead: true }),
  };
}

it('is the end of writes to all partitions of the table for the rest of the second, and not of reads', async () => {
  const { put, get } = busyTable();
  const answers = [];
  for (let at = 0; at < 11; at += 1) answers.push(await put(`p${at}`));
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'ThrottlingException']);
  expect(await get('p1')).toBe('ok');
  now += 1000;
  expect(await put('p11')).toBe('ok');
});

it('is the end of reads in the same way', async () => {
  now += 1000;
  const { put, get } = busyTable();
  const answers = new Set();
  for (let at = 0; at < 20; at += 1) answers.add(await get(`p${at}`));
  expect([...answers]).toEqual(['ok']);
  expect(await get('p20')).toBe('ThrottlingException');
  expect(await put('p20')).toBe('ok');
});

it('of an index holds back the writes that would change it, and no others', async () => {
  now += 1000;
  const { meter, put } = busyTable();
  for (let at = 0; at < 4; at += 1) meter.charge({ of: 'gsi1', pk: `g${at}` }, { kind: 'write', units: 1 });
  expect(await put('a', { gsi1pk: { S: 'other' } })).toBe('ThrottlingException');
  expect(await put('a', { gsi2pk: { S: 'other' } })).toBe('ok');
  expect(await put('a')).toBe('ok');
  now += 1000;
  expect(await put('a', { gsi1pk: { S: 'other' } })).toBe('ok');
});
