import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '../../../functions/aws/log.ts';
import type { EventAccess } from '../../../functions/domain/access.ts';
import { countDownload } from '../../../functions/http/kit/count-download.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const accessOf = (role: EventAccess['role']): EventAccess => ({
  role,
  hasPaid: false,
  hasPlace: true,
  event: { privacy: 'public', isPaid: false, isPaused: false },
});
const event = {
  headers: { 'x-viewer-address': '203.0.113.7' },
  requestContext: { http: { sourceIp: '198.51.100.1' } },
} as unknown as APIGatewayProxyEventV2;
const count = (role: EventAccess['role'] = 'user') =>
  countDownload(
    { eventId: 'evt_1', kind: 'full', access: accessOf(role) },
    { event, caller: { kind: 'anonymous' }, now },
  );

beforeEach(() => {
  dynamo.reset();
  process.env['TABLE_NAME'] = 'table';
  vi.spyOn(log, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('the download of somebody without a name is counted, and keeps no address', async () => {
  dynamo.on(UpdateCommand).resolves({ Attributes: { full: 1 } });
  await count();
  const inputs = dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input);
  expect(inputs[1]?.ExpressionAttributeNames).toEqual({ '#full': 'full', '#zipPeople': 'zipPeople' });
  expect(JSON.stringify(inputs)).not.toContain('203.0.113');
  expect(log.warn).not.toHaveBeenCalled();
});

it('the owner’s is not', async () => {
  await count('owner');
  expect(dynamo.commandCalls(UpdateCommand)).toHaveLength(0);
});

it('a download whose count fails is handed out, and that is logged', async () => {
  dynamo.on(UpdateCommand).rejects(new Error('busy'));
  await count();
  expect(log.warn).toHaveBeenCalledWith('a download was not counted', {
    eventId: 'evt_1',
    kind: 'full',
    error: expect.objectContaining({ message: 'busy' }),
  });
});

it('a download waits a second for its count', async () => {
  vi.useFakeTimers();
  dynamo.on(UpdateCommand).callsFake(() => new Promise(() => {}));
  const counted = count();
  await vi.advanceTimersByTimeAsync(1000);
  await counted;
  expect(log.warn).toHaveBeenCalledOnce();
});
