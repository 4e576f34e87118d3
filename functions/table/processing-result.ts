import type { CopyFacts, FileChecksum, MediaRecord } from '../domain/records.ts';
import type { Row } from './dynamo.ts';
import { sortPosition, unfinishedShardOf } from './index-keys.ts';
import { keys } from './keys.ts';
import { capturedPosition } from './media-row.ts';
import { assignments, updateRow } from './update-row.ts';

/** What processing found out, or that nothing can be made of the file. */
export type ProcessingResult = Pick<MediaRecord, 'state'> &
  Partial<
    Pick<
      MediaRecord,
      | 'unsupportedReason'
      | 'facts'
      | 'place'
      | 'placeVersion'
      | 'capturedAt'
      | 'capturedAtZone'
      | 'capturedOffsetMinutes'
      | 'undatedNumber'
      | 'contentHash'
      | 'crc32'
    >
  >;

/**
 * Stores the outcome of processing, if the item's status has not been set since its files were placed.
 * @returns false if it has, or the item is gone: the worker reads the item again
 */
export async function setProcessingResult(media: MediaRecord, outcome: ProcessingResult): Promise<boolean> {
  const set = assignments({
    ...outcome,
    ...(outcome.capturedAt !== undefined && {
      gsi3sk: capturedPosition({ id: media.id, capturedAt: outcome.capturedAt }),
    }),
  });
  return updateWhile(media, { ...set, UpdateExpression: `${set.UpdateExpression} REMOVE gsi5pk, gsi5sk` });
}

/** Takes back that nothing can be made of an item, which is then looked for and processed again. */
export async function setUnfinished(media: Pick<MediaRecord, 'id' | 'uploadedAt'>): Promise<void> {
  await updateRow(keys.media(media.id), {
    UpdateExpression: 'SET #state = :processing, gsi5pk = :shard, gsi5sk = :since',
    ConditionExpression: '#state = :unsupported',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':processing': 'processing',
      ':unsupported': 'unsupported',
      ':shard': unfinishedShardOf(media.id),
      ':since': sortPosition(media.uploadedAt, media.id),
    },
  });
}

/**
 * Records that an item's files are in the area that its status requires.
 * @returns false if the status has been set since, or the item is gone
 */
export async function setFileArea(media: MediaRecord, area: 'open' | 'held'): Promise<boolean> {
  return updateWhile(media, {
    UpdateExpression: 'SET place = :place, placeVersion = :seen',
    ExpressionAttributeValues: { ':place': area },
  });
}

/**
 * Stores a checksum or clean copy that an old row lacks. No condition on the status: moving a file does not change it.
 * Does nothing if the item is gone, or has no facts to add to.
 */
export async function setFileChecksums(
  media: MediaRecord,
  sums: { crc32: number } | { download: FileChecksum } | { copy: CopyFacts | null },
): Promise<void> {
  const [[name, sum] = ['', null]] = Object.entries(sums);
  const isOriginal = name === 'crc32';
  await updateRow(keys.media(media.id), {
    UpdateExpression: `SET ${isOriginal ? '' : 'facts.'}#name = :sum`,
    ConditionExpression: isOriginal
      ? 'attribute_exists(pk)'
      : 'attribute_exists(pk) AND attribute_type(facts, :map)',
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':sum': sum, ...(!isOriginal && { ':map': 'M' }) },
  });
}

/** Leaves an unfinished item to its job until an instant. Does nothing if it is finished or gone. */
export async function postponeRepair(media: Pick<MediaRecord, 'id'>, until: Date): Promise<void> {
  await updateRow(keys.media(media.id), {
    UpdateExpression: 'SET gsi5sk = :until',
    ConditionExpression: 'attribute_exists(gsi5pk)',
    ExpressionAttributeValues: { ':until': sortPosition(until.toISOString(), media.id) },
  });
}

async function updateWhile(
  media: MediaRecord,
  update: Partial<ReturnType<typeof assignments>> & { ExpressionAttributeValues: Row },
): Promise<boolean> {
  const updated = await updateRow(keys.media(media.id), {
    ...update,
    // Every setting of a status counts: approved, rejected and approved again is another version.
    ConditionExpression: 'statusVersion = :seen',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seen': media.statusVersion },
  });
  return updated !== undefined;
}
