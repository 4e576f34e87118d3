import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { createdMessage } from '../../../functions/domain/job-messages.ts';
import { handler } from '../../../functions/jobs/announce-originals.ts';
import { originalKey } from '../../../functions/storage/object-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { delivery } from '../../fixtures/media-world.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

vi.hoisted(() => {
  const queues = { ORIGINALS_QUEUE_URL: 'originals', MEDIA_QUEUE_URL: 'media' };
  Object.assign(process.env, { TABLE_NAME: 'table', POWERTOOLS_LOG_LEVEL: 'SILENT', ...queues });
});

const [queue, table] = [mockClient(SQSClient), mockClient(DynamoDBDocumentClient)];

it('files of all events of one owner are one group, and of an event that is gone its own', async () => {
  queue.onAnyCommand().resolves({});
  table.on(GetCommand).resolves({});
  const [first, second, gone] = [idOf('evt', 1), idOf('evt', 2), idOf('evt', 3)] as const;
  for (const id of [first, second]) {
    const event = { ...eventRecord(), id, createdBy: 'owner' };
    table.on(GetCommand, { Key: keys.event(id) }).resolves({ Item: eventRow(event) });
  }
  for (const eventId of [first, second, gone])
    await handler(delivery(createdMessage(originalKey({ ...mediaRecord(1), eventId }))), {
      getRemainingTimeInMillis: () => 30_000,
    });
  const groups = queue.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.MessageGroupId);
  expect(groups).toEqual(['owner', 'owner', gone]);
});
