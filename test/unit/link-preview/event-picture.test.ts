import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { log } from '../../../functions/aws/log.ts';
import { picturePath } from '../../../functions/domain/link-picture.ts';
import { handler } from '../../../functions/http/event-picture.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

// Pictures of links, against a mocked table.

const dynamo = mockClient(DynamoDBDocumentClient);
const event = eventRecord({ name: 'Summer', date: '2026-06-30', privacy: 'unlisted' });

beforeEach(() => {
  log.setLogLevel('SILENT');
  process.env['SITE_URL'] = 'https://example.com';
  dynamo.reset();
  dynamo.on(BatchGetCommand).resolves({ Responses: { table: [eventRow(event)] } });
});

const ask = (path: string) =>
  handler(
    apiGatewayEvent({ path, params: { subject: path.split('/')[2] ?? '', file: path.split('/')[3] ?? '' } }),
  );
const moved = (path: string) => ({
  statusCode: 302,
  headers: { location: `https://example.com${path}`, 'cache-control': 'no-store' },
});
const plain = picturePath(undefined);

it('draws what the address says, for a day, after one read', async () => {
  const { statusCode, headers, body = '', isBase64Encoded } = await ask(picturePath(event));
  expect([statusCode, headers, isBase64Encoded]).toEqual([
    200,
    { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
    true,
  ]);
  expect(Buffer.from(body, 'base64').toString('latin1', 1, 4)).toBe('PNG');
  expect(dynamo.calls()).toHaveLength(1);
});

it('draws the site’s without a read', async () => {
  expect((await ask(plain)).statusCode).toBe(200);
  expect(dynamo.calls()).toHaveLength(0);
});

describe('leads to the one address, and draws nothing', () => {
  it.each(['aaaaaaaaaaaaaaaa.png', 'x', plain.split('/')[3] ?? ''])(
    'from another version: %s',
    async (file) => {
      expect(await ask(`/link-preview/${event.id}/${file}`)).toEqual(moved(picturePath(event)));
    },
  );

  it('once the event is called differently', async () => {
    const before = picturePath({ ...event, name: 'Spring' });
    expect(before).not.toBe(picturePath(event));
    expect(await ask(before)).toEqual(moved(picturePath(event)));
  });

  it('of the site once the event is private, and of events that do not exist', async () => {
    const before = picturePath(event);
    dynamo
      .on(BatchGetCommand)
      .resolves({ Responses: { table: [eventRow({ ...event, privacy: 'private' })] } });
    expect(await ask(before)).toEqual(moved(plain));
    dynamo.on(BatchGetCommand).resolves({ Responses: { table: [] } });
    expect(await ask(`/link-preview/${idOf('evt', 7)}/aaaaaaaaaaaaaaaa.png`)).toEqual(moved(plain));
    expect(await ask('/link-preview/evt_x/aaaaaaaaaaaaaaaa.png')).toEqual(moved(plain));
    expect(await ask('/link-preview/site/aaaaaaaaaaaaaaaa.png')).toEqual(moved(plain));
  });
});
