import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { notFound } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { HighlightPick } from './pick-highlights.ts';
import type { MediaOrder, ListPosition } from '../domain/media-cursor.ts';
import type { MediaRecord } from '../domain/records.ts';
import { getRow, getRows, tableName, tryTransact } from '../table/dynamo.ts';
import { EVENT_IS_ACTIVE } from '../table/active-event-condition.ts';
import { keys } from '../table/keys.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { parseMedia } from '../table/media-row.ts';
import { votedItem } from '../table/vote-row.ts';

const highlightsRow = z.object({
  picks: z.array(
    z.object({ mediaId: z.string(), score: z.number(), reason: z.string(), createdAt: z.string() }),
  ),
  /** Absent on old rows, and if choosing again could give other picks although nothing has changed. */
  basis: z.optional(z.object({ openChanges: z.number(), votes: z.string(), model: z.nullable(z.string()) })),
});

/** All that a choice follows from: what everybody sees, its votes, and the model that was asked. */
export type HighlightBasis = {
  readonly openChanges: number;
  readonly votes: string;
  readonly model: string | null;
};

/** An event's picks, best first, and what they were chosen from; no picks before the first choice. */
export async function getHighlights(
  eventId: string,
): Promise<{ picks: HighlightPick[]; basis?: HighlightBasis | undefined }> {
  const row = await getRow(keys.highlights(eventId));
  return row ? highlightsRow.parse(row) : { picks: [] };
}

/** Whether choosing again would give what is there. */
export function isSameBasis(stored: HighlightBasis | undefined, now: HighlightBasis): boolean {
  if (!stored) return false;
  return stored.openChanges === now.openChanges && stored.votes === now.votes && stored.model === now.model;
}

/** How many items' votes tell whether votes have changed: far more than are ever picked. */
const WATCHED = 100;

/** A text that changes when the order by votes, or the votes of its first items, do. */
export async function votesVersion(eventId: string): Promise<string> {
  const scopes = [{ status: 'approved', ownOnly: false } as const];
  const order: MediaOrder = { sortBy: 'votes', ascending: false };
  const page = { eventId, scopes, viewer: undefined, order, after: undefined, limit: WATCHED };
  const { items } = await listMediaPage(page);
  const votes = items.map(({ id, voteCount }) => `${id} ${voteCount}`).join();
  return createHash('sha256').update(votes).digest('base64url');
}

/**
 * Replaces all earlier picks, and sets their count on the event, in one transaction: the set is never empty
 * or half written. The condition is on the event alone: choosing from the same photos gives the same picks.
 * @throws AppError 404 if the event is deleted or being deleted
 */
export async function putHighlights(
  {
    eventId,
    picks,
    basis,
  }: { eventId: string; picks: readonly HighlightPick[]; basis: HighlightBasis | undefined },
  now: Date,
): Promise<void> {
  const createdAt = now.toISOString();
  const isDone = await tryTransact([
    {
      Update: {
        TableName: tableName(),
        Key: keys.event(eventId),
        UpdateExpression: 'SET highlightCount = :count',
        ExpressionAttributeValues: { ':count': picks.length },
        ConditionExpression: EVENT_IS_ACTIVE,
      },
    },
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...keys.highlights(eventId),
          picks: picks.map((pick) => ({ ...pick, createdAt })),
          ...(basis && { basis }),
        },
      },
    },
  ]);
  if (!isDone) throw notFound();
}

/** Items by their ids; those that are gone are left out, and the order is not that of the ids. */
export async function listMediaByIds(mediaIds: readonly string[]): Promise<MediaRecord[]> {
  const rows = await getRows(mediaIds.map(keys.media), { consistent: true });
  return rows.map(parseMedia);
}

/** Which of these items a person voted for, and when. */
export async function listVotedAmong(
  mediaIds: readonly string[],
  { eventId, voter }: { eventId: string; voter: PersonKey },
): Promise<Map<string, string>> {
  const votes = mediaIds.map((mediaId) => keys.vote({ eventId, voter, mediaId }));
  const rows = await getRows(votes, { consistent: true });
  return new Map(rows.map(votedItem));
}

/** The most items that one choice reads: about 8 MB, well within the time of a call. */
export const READ_BUDGET = 5000;
const SLICES = 20;
const PER_SLICE = 200;
const MOST_VOTED = 1000;

/**
 * The approved items that highlights are chosen from: all of them up to the budget; for a larger event the
 * most voted ones, and the first of each of 20 equal stretches of its time, so that no part of it is left
 * out.
 */
export async function listForHighlights(eventId: string, approved: number): Promise<MediaRecord[]> {
  const page = async (order: MediaOrder, limit: number, after?: ListPosition): Promise<MediaRecord[]> => {
    const scopes = [{ status: 'approved', ownOnly: false } as const];
    return (await listMediaPage({ eventId, scopes, viewer: undefined, order, after, limit })).items;
  };
  const oldestFirst: MediaOrder = { sortBy: 'uploadedAt', ascending: true };
  if (approved <= READ_BUDGET) return page(oldestFirst, READ_BUDGET);
  const [[first], [last]] = await Promise.all([
    page(oldestFirst, 1),
    page({ ...oldestFirst, ascending: false }, 1),
  ]);
  if (!first || !last) return [];
  const found = await Promise.all([
    page({ sortBy: 'votes', ascending: false }, MOST_VOTED),
    ...stretches(first, last).map((value) => page(oldestFirst, PER_SLICE, { value, id: '' })),
  ]);
  return [...new Map(found.flat().map((media) => [media.id, media])).values()];
}

/** Where the stretches between two items begin, in the index's sort values. */
function stretches(first: MediaRecord, last: MediaRecord): string[] {
  const [from, to] = [Date.parse(first.uploadedAt), Date.parse(last.uploadedAt)];
  return Array.from({ length: SLICES }, (_, at) =>
    new Date(from + Math.floor(((to - from) * at) / SLICES)).toISOString(),
  );
}
