import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { listArchives } from '../../functions/downloads/archive-store.ts';
import { keys } from '../../functions/table/keys.ts';

/** Makes an event's ZIPs older than any pause, as if hours had gone by. They are handed out as before. */
export const passPauses = (eventId: string): Promise<void> =>
  setCreatedAt(eventId, '2026-01-01T00:00:00.000Z');

/** Sets when an event's ZIPs were asked for. */
export async function setCreatedAt(eventId: string, then: string): Promise<void> {
  for (const archive of await listArchives(eventId)) {
    await dynamoClient().send(
      new UpdateCommand({
        TableName: process.env['TABLE_NAME'],
        Key: keys.archive(archive),
        UpdateExpression: 'SET createdAt = :then',
        ExpressionAttributeValues: { ':then': then },
      }),
    );
  }
}
