import * as z from 'zod/mini';
import { notFound } from '../domain/app-error.ts';
import type { MediaRecord } from '../domain/records.ts';
import { RANK_PER_VOTE } from '../domain/vote-rank.ts';
import { isTransient } from '../aws/retry.ts';
import { countsChange, mediaCountsUpdate } from './counts.ts';
import { deleteRows, tableName, tryTransact } from './dynamo.ts';
import { ALL_VOTE_COUNTS, keys, kindOfRow } from './keys.ts';
import { parseMedia } from './media-row.ts';
import { queryKeys, queryRows } from './query-rows.ts';
import { takeRollUpTurn } from './rate-limit-windows.ts';
import { updateRow } from './update-row.ts';

/**
 * How many votes an item has. The exact number is in shards, beside its row. The row's own `voteCount`, which
 * lists show and sort by, follows them: it is rolled up.
 */

const shardRow = z.object({ votes: z.int() });

type Counted = {
  readonly media: MediaRecord;
  /** What the shards hold: votes since there were shards. */
  readonly inShards: number;
  /** All votes. */
  readonly count: number;
};

/** An item with its votes, in one consistent read. @returns undefined if the item is gone */
async function readCounts(mediaId: string): Promise<Counted | undefined> {
  const rows = await queryRows({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.media(mediaId).pk },
    ConsistentRead: true,
  });
  const media = rows.filter((row) => kindOfRow(row) === 'MEDIA').map(parseMedia)[0];
  if (!media) return undefined;
  const inShards = rows
    .filter((row) => kindOfRow(row) === 'VOTES')
    .reduce((sum, row) => sum + shardRow.parse(row).votes, 0);
  return { media, inShards, count: media.voteCount + inShards - (media.voteRollUp?.votes ?? 0) };
}

/** An item's exact number of votes. @returns undefined if the item is gone */
export async function countVotes(mediaId: string): Promise<number | undefined> {
  return (await readCounts(mediaId))?.count;
}

/** How often a roll-up starts over because another one was first. */
const ATTEMPTS = 3;

/**
 * Brings an item's row in line with its shards. Safe to repeat and to run at once with others.
 * @returns the exact number of votes, and whether the row is in line: not if the event has rolled up too
 * often this second. Undefined if the item is gone
 */
export async function rollUpVotes(
  mediaId: string,
  now: Date,
): Promise<{ count: number; isCurrent: boolean } | undefined> {
  let count = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const counted = await readCounts(mediaId);
    if (!counted) return undefined;
    ({ count } = counted);
    if (counted.media.voteCount === count) return { count, isCurrent: true };
    if (!(await takeRollUpTurn(counted.media.eventId, now))) break;
    if (await writeCount(counted)) return { count, isCurrent: true };
  }
  return { count, isCurrent: false };
}

/**
 * An item's exact number of votes after one that was just cast or withdrawn; the row follows at once if it can,
 * else by the job.
 * @throws AppError 404 if the item is gone
 */
export async function countAfterVote(mediaId: string, now: Date): Promise<number> {
  const count = await rollUpVotes(mediaId, now).then(
    (rolled) => rolled?.count,
    async (error: unknown) => {
      // The vote is written: a table that is busy with the rest is no failure.
      if (isTransient(error)) return countVotes(mediaId);
      throw error;
    },
  );
  if (count === undefined) throw notFound();
  return count;
}

/**
 * Only on what was read: a roll-up that read earlier must not overwrite one that read later.
 * @returns false if the item changed meanwhile
 */
async function writeCount({ media, inShards, count }: Counted): Promise<boolean> {
  const { voteCount, voteRollUp } = media;
  const update = {
    UpdateExpression: 'SET voteCount = voteCount + :step, gsi2sk = gsi2sk + :rank, #rollUp = :rollUp',
    ConditionExpression: `#status = :status AND voteCount = :count AND ${voteRollUp ? '#rollUp.#version = :version' : 'attribute_not_exists(#rollUp)'}`,
    ExpressionAttributeNames: {
      '#rollUp': 'voteRollUp',
      '#status': 'status',
      ...(voteRollUp && { '#version': 'version' }),
    },
    ExpressionAttributeValues: {
      ':step': count - voteCount,
      ':rank': BigInt(count - voteCount) * RANK_PER_VOTE,
      ':rollUp': { votes: inShards, version: (voteRollUp?.version ?? 0) + 1 },
      ':status': media.status,
      ':count': voteCount,
      ...(voteRollUp && { ':version': voteRollUp.version }),
    },
  };
  const change = countsChange(media, { ...media, voteCount: count });
  if (Object.keys(change).length === 0) return (await updateRow(keys.media(media.id), update)) !== undefined;
  // The first or the last vote of an approved item.
  const item = { Update: { TableName: tableName(), Key: keys.media(media.id), ...update } };
  return tryTransact([item, mediaCountsUpdate(media, change)]);
}

/** Deletes the shards of an item that is gone. Safe to repeat. */
export async function deleteVoteCounts(mediaId: string): Promise<void> {
  const { pk } = keys.media(mediaId);
  await deleteRows(
    await queryKeys({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :shards)',
      ExpressionAttributeValues: { ':pk': pk, ':shards': ALL_VOTE_COUNTS },
      ConsistentRead: true,
    }),
  );
}
