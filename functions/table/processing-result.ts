import { isToBeDiscarded } from '../domain/moderation.ts';
import type { CopyFacts, FileChecksum, MediaRecord } from '../domain/records.ts';
import { uploaderUpdate } from './counts.ts';
import { ConditionsFailed, type Row, tableName, transact, type TransactItem } from './dynamo.ts';
import { sortPosition, unfinishedShardOf } from './index-keys.ts';
import { keys } from './keys.ts';
import { getMedia } from './media.ts';
import { capturedPosition, discardUnchanged } from './media-row.ts';
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
      | 'contentHash'
      | 'crc32'
    >
  >;

/**
 * Stores the outcome of processing, if the item's status has not been set since its files were placed, nor another outcome
 * made it count otherwise.
 * @returns false if that has happened, or the item is gone: the worker reads the item again
 */
export function setProcessingResult(media: MediaRecord, outcome: ProcessingResult): Promise<boolean> {
  const { capturedAt } = outcome;
  const position = capturedAt !== undefined && { gsi3sk: capturedPosition({ id: media.id, capturedAt }) };
  return writeState(media, { sets: { ...outcome, ...position }, removes: ['gsi5pk', 'gsi5sk'] });
}

/**
 * Before an attempt that may kill its worker, and is the last: until it ends otherwise, nothing can be made of the item. It
 * is not counted as discarded meanwhile.
 */
export async function presumeUnsupported(media: MediaRecord): Promise<void> {
  await updateWhile(media, {
    UpdateExpression: 'SET #state = :state REMOVE gsi5pk, gsi5sk',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': 'unsupported' },
  });
}

/** Takes back that nothing can be made of an item, which is then looked for and processed again. */
export async function setUnfinished({ id }: Pick<MediaRecord, 'id'>): Promise<void> {
  for (;;) {
    const seen = await getMedia(id);
    if (seen?.state !== 'unsupported') return;
    const gsi5sk = sortPosition(seen.uploadedAt, id);
    const sets = { state: 'processing', gsi5pk: unfinishedShardOf(id), gsi5sk } as const;
    if (await writeState(seen, { sets, removes: [], from: 'unsupported' })) return;
  }
}

type StateChange = {
  readonly sets: Pick<MediaRecord, 'state'> & Row;
  readonly removes: readonly string[];
  readonly from?: MediaRecord['state'];
};

/**
 * Writes an item's state, and with it whether its uploader's membership counts it as discarded.
 * @returns false if its status has been set since it was read, or it counts otherwise by now
 */
async function writeState(media: MediaRecord, { sets, removes, from }: StateChange): Promise<boolean> {
  const isDiscarded = isToBeDiscarded({ status: media.status, state: sets.state });
  const discarded = Number(isDiscarded) - Number(media.isDiscarded ?? false);
  const set = assignments({ ...sets, ...(discarded > 0 && { isDiscarded: true }) });
  const removed = [...removes, ...(discarded < 0 ? ['isDiscarded'] : [])];
  const conditions = [
    'statusVersion = :seen',
    discardUnchanged(media),
    from && '#state = :from',
    // A claim moves a guest's items to the counts of an account.
    discarded !== 0 && 'uploader = :uploader',
  ];
  const update = {
    ExpressionAttributeNames: set.ExpressionAttributeNames,
    UpdateExpression: [
      set.UpdateExpression,
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: conditions.filter(Boolean).join(' AND '),
    ExpressionAttributeValues: {
      ...set.ExpressionAttributeValues,
      ':seen': media.statusVersion,
      ...(from && { ':from': from }),
      ...(discarded !== 0 && { ':uploader': media.uploader }),
    },
  };
  if (discarded !== 0) {
    const outcome = await writeCounted(media, update, discarded);
    if (outcome !== 'uploader-gone') return outcome === 'done';
  }
  return (await updateRow(keys.media(media.id), update)) !== undefined;
}

type ItemUpdate = Omit<NonNullable<TransactItem['Update']>, 'TableName' | 'Key'>;

/** Writes an item together with what it adds to its uploader's count of discarded ones. */
async function writeCounted(
  media: MediaRecord,
  update: ItemUpdate,
  discarded: number,
): Promise<'done' | 'changed' | 'uploader-gone'> {
  const item = { ...update, TableName: tableName(), Key: keys.media(media.id) };
  try {
    await transact([{ Update: item }, uploaderUpdate(media, { uploads: 0, pending: 0, discarded })]);
    return 'done';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return error.failures[0] ? 'changed' : 'uploader-gone';
  }
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
    ConditionExpression: [
      'attribute_exists(pk)',
      !isOriginal && 'attribute_type(facts, :map)',
      // Renditions that are made meanwhile say themselves what their clean copy is.
      name === 'copy' && 'attribute_not_exists(facts.#name)',
    ]
      .filter(Boolean)
      .join(' AND '),
    ExpressionAttributeNames: { '#name': name },
    ExpressionAttributeValues: { ':sum': sum, ...(!isOriginal && { ':map': 'M' }) },
  });
}

/** Takes back what is said of an item's clean copy, if that is still the one with this checksum. */
export async function forgetCopyFacts(
  media: Pick<MediaRecord, 'id'>,
  { crc32 }: { crc32: number },
): Promise<void> {
  await updateRow(keys.media(media.id), {
    UpdateExpression: 'REMOVE facts.#copy',
    ConditionExpression: 'facts.#copy.crc32 = :seen',
    ExpressionAttributeNames: { '#copy': 'copy' },
    ExpressionAttributeValues: { ':seen': crc32 },
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
