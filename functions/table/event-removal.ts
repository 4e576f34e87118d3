import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { table } from '../platform/clients.ts';
import { getRow, tableName } from './access.ts';
import { keys } from './keys.ts';

const rowKey = z.object({ pk: z.string(), sk: z.string() });

/** Whether an event's deletion has begun and its row is still there. */
export async function isEventDeleted(eventId: string): Promise<boolean> {
  const row = await getRow(keys.event(eventId));
  return row?.['deletedAt'] !== undefined;
}

/** Deletes the event's people and counts; the event's own row stays, so that the job is found again. */
export async function deleteEventRows(eventId: string): Promise<void> {
  const own = keys.event(eventId);
  for (;;) {
    const { Items = [] } = await table().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND sk > :event',
        ExpressionAttributeValues: { ':pk': own.pk, ':event': own.sk },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
      }),
    );
    if (Items.length === 0) return;
    for (const row of Items) {
      await table().send(new DeleteCommand({ TableName: tableName(), Key: rowKey.parse(row) }));
    }
  }
}

/** The last step of a deletion. */
export async function deleteEventRow(eventId: string): Promise<void> {
  await table().send(
    new DeleteCommand({
      TableName: tableName(),
      Key: keys.event(eventId),
    }),
  );
}
