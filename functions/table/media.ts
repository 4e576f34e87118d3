import type { MediaRecord } from '../domain/records.ts';
import { ConditionsFailed, getRow, tableName, transact, type TransactItem } from './dynamo.ts';
import { isClosedMembership } from './closed-memberships.ts';
import { keys } from './keys.ts';
import { mediaCountShardOf } from './shards.ts';
import { countsChange, pendingOf, uploaderIncrement } from './counts.ts';
import { newMediaRow, parseMedia } from './media-row.ts';
import { type Newcomer, takePlace } from './membership-capacity.ts';
import { addWhileOpen, isClosed, openShard } from './open-shards.ts';

export async function getMedia(mediaId: string): Promise<MediaRecord | undefined> {
  const row = await getRow(keys.media(mediaId));
  return row && parseMedia(row);
}

export type CreateRefusal =
  | 'event-gone'
  | 'already-saved'
  | 'upload-gone'
  | 'left'
  | 'no-place'
  | 'blocked'
  | 'too-many';

/**
 * Turns an issued upload into an item: the item, its counts and the upload's use in one transaction.
 * @param newcomer if the item takes its uploader's place in the event, in the same transaction
 * @returns undefined if the item was created, else why not
 * @throws AppError 403 for a newcomer to a full event
 */
export async function createMedia(
  media: MediaRecord,
  upload: { id: string; eTag: string; versionId: string | undefined },
  newcomer?: Newcomer,
): Promise<CreateRefusal | undefined> {
  const shard = { eventId: media.eventId, shard: mediaCountShardOf(media.id) };
  const writes: TransactItem[] = [
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
        Key: keys.upload(upload.id),
        UpdateExpression: 'SET savedAs = :media, savedETag = :eTag, savedVersion = :version',
        ConditionExpression: 'attribute_exists(pk) AND savedAs = :null',
        ExpressionAttributeValues: {
          ':media': media.id,
          ':eTag': upload.eTag,
          ':version': upload.versionId ?? null,
          ':null': null,
        },
      },
    },
    addWhileOpen(shard, countsChange(undefined, media)),
  ];
  const as = { uploads: 1, pending: pendingOf(media) };
  for (;;) {
    try {
      if (newcomer && (await takePlace(newcomer, { writes, as }))) return undefined;
      await transact([...writes, uploaderIncrement(media)]);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const refusal = refusalOf(error.failures);
      if (refusal) return refusal;
      // The first save of this shard.
      if (!(await openShard(shard))) return 'event-gone';
    }
  }
}

/** @returns undefined if nothing is wrong but that the shard was not open yet */
function refusalOf([item, upload, shard, uploader]: ConditionsFailed['failures']): CreateRefusal | undefined {
  if (isClosed(shard?.found)) return 'event-gone';
  if (item) return 'already-saved';
  if (upload) return 'upload-gone';
  if (uploader && !uploader.found) return 'no-place';
  if (uploader && isClosedMembership(uploader.found)) return 'left';
  if (uploader && uploader.found?.['isBlocked'] !== false) return 'blocked';
  if (uploader) return uploader.found?.['hasPlace'] === false ? 'no-place' : 'too-many';
  return undefined;
}
