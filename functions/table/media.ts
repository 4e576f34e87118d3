import type { MediaRecord } from '../domain/records.ts';
import { ConditionsFailed, getRow, tableName, transact } from './dynamo.ts';
import { activeEventCondition } from './active-event-condition.ts';
import { keys } from './keys.ts';
import { countsChange, mediaCountsUpdate, uploaderIncrement } from './counts.ts';
import { newMediaRow, parseMedia } from './media-row.ts';

export async function getMedia(mediaId: string): Promise<MediaRecord | undefined> {
  const row = await getRow(keys.media(mediaId));
  return row && parseMedia(row);
}

export type CreateRefusal = 'event-gone' | 'already-saved' | 'upload-gone' | 'blocked' | 'too-many';

/**
 * Turns an issued upload into an item: the item, its counts and the upload's use in one transaction.
 * @returns undefined if the item was created, else why not
 */
export async function createMedia(media: MediaRecord, uploadId: string): Promise<CreateRefusal | undefined> {
  try {
    await transact([
      activeEventCondition(media.eventId),
      {
        Put: {
          TableName: tableName(),
          Item: newMediaRow(media),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Update: {
          TableName: tableName(),
          Key: keys.upload(uploadId),
          UpdateExpression: 'SET savedAs = :media',
          ConditionExpression: 'attribute_exists(pk) AND savedAs = :null',
          ExpressionAttributeValues: { ':media': media.id, ':null': null },
        },
      },
      uploaderIncrement(media),
      mediaCountsUpdate(media, countsChange(undefined, media)),
    ]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [event, item, upload, uploader] = error.failures;
    if (event) return 'event-gone';
    if (item) return 'already-saved';
    if (upload) return 'upload-gone';
    return uploader?.found?.['isBlocked'] === false ? 'too-many' : 'blocked';
  }
}
