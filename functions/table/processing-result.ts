import type { FileChecksum, MediaRecord } from '../domain/records.ts';
import type { Row } from './dynamo.ts';
import { keys, sortPosition } from './keys.ts';
import { capturedPosition } from './media-row.ts';
import { assignments, updateRow } from './update-row.ts';

/** What the worker found out, or that nothing can be made of the file. */
export type ProcessingResult = Pick<MediaRecord, 'state'> &
  Partial<
    Pick<
      MediaRecord,
      | 'facts'
      | 'place'
      | 'placeVersion'
      | 'capturedAt'
      | 'capturedAtZone'
      | 'capturedOffsetMinutes'
      | 'contentHash'
      | 'crc32'
    >
  >;

/**
 * Writes the worker's outcome where the item's status was not set anew since its files were placed.
 * @returns false where it changed meanwhile or is gone: the worker looks again
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

/** Notes that an item's files lie where its status wants them. @returns false where it was set anew or the item is gone */
export async function setMediaPlace(media: MediaRecord, place: 'open' | 'held'): Promise<boolean> {
  return updateWhile(media, {
    UpdateExpression: 'SET place = :place, placeVersion = :seen',
    ExpressionAttributeValues: { ':place': place },
  });
}

/**
 * Notes sums that an item of old lacks. No condition on the status: they are the same files' wherever they lie.
 * An item that is gone, or has no facts, stays as it is.
 */
export async function setFileChecksums(
  media: MediaRecord,
  sums: { crc32: number } | { download: FileChecksum },
): Promise<void> {
  const isOriginal = 'crc32' in sums;
  const facts = 'attribute_exists(pk) AND attribute_type(facts, :map)';
  await updateRow(keys.media(media.id), {
    UpdateExpression: isOriginal ? 'SET crc32 = :sum' : 'SET facts.download = :sum',
    ConditionExpression: isOriginal ? 'attribute_exists(pk)' : facts,
    ExpressionAttributeValues: isOriginal ? { ':sum': sums.crc32 } : { ':sum': sums.download, ':map': 'M' },
  });
}

/** Leaves an unfinished item to its job until an instant. One that is finished meanwhile, or gone, stays as it is. */
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
    // No two settings of a status are the same: approved, rejected and approved again is another state.
    ConditionExpression: 'statusVersion = :seen',
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':seen': media.statusVersion },
  });
  return updated !== undefined;
}
