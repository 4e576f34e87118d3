import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MediaRecord } from '../domain/records.ts';
import { table } from '../platform/clients.ts';
import { isConditionFailure, retried, tableName } from './access.ts';
import { keys } from './keys.ts';
import { capturedPosition } from './media-row.ts';

/** What the worker found out, or that nothing can be made of the file. */
export type MediaOutcome = Pick<MediaRecord, 'state'> &
  Partial<Pick<MediaRecord, 'facts' | 'place' | 'capturedAt' | 'capturedAtZone' | 'contentHash' | 'crc32'>>;

/**
 * Writes the worker's outcome where the item still has the status that its files were placed for.
 * @returns false where it changed meanwhile or is gone: the worker looks again
 */
export async function setMediaOutcome(media: MediaRecord, outcome: MediaOutcome): Promise<boolean> {
  const fields = Object.entries({
    ...outcome,
    ...(outcome.capturedAt !== undefined && {
      gsi3sk: capturedPosition({ id: media.id, capturedAt: outcome.capturedAt }),
    }),
  }).filter(([, value]) => value !== undefined);
  return updateWhile(media, {
    UpdateExpression: `SET ${fields.map(([name]) => `#${name} = :${name}`).join(', ')} REMOVE gsi5pk, gsi5sk`,
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
  });
}

/** Notes where an item's files lie now. @returns false where its status changed meanwhile or it is gone */
export async function setMediaPlace(media: MediaRecord, place: 'open' | 'held'): Promise<boolean> {
  return updateWhile(media, {
    UpdateExpression: 'SET place = :place',
    ExpressionAttributeNames: {},
    ExpressionAttributeValues: { ':place': place },
  });
}

async function updateWhile(
  media: MediaRecord,
  update: {
    UpdateExpression: string;
    ExpressionAttributeNames: Record<string, string>;
    ExpressionAttributeValues: Record<string, unknown>;
  },
): Promise<boolean> {
  try {
    await retried(() =>
      table().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: keys.media(media.id),
          ConditionExpression: '#seenStatus = :seenStatus',
          ...update,
          ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#seenStatus': 'status' },
          ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seenStatus': media.status },
        }),
      ),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
