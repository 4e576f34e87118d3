import * as z from 'zod/mini';
import { totalUploadLimit } from '../domain/event-limits.ts';
import { contentsChange, type MediaCountsChange, mediaCountsChange } from '../domain/moderation.ts';
import type { ContentVersions, MediaCounts, MediaRecord } from '../domain/records.ts';
import { personUploadLimit } from '../aws/settings.ts';
import { MEMBERSHIP_IS_OPEN } from './closed-memberships.ts';
import { type Row, tableName, type TransactItem } from './dynamo.ts';
import { ALL_MEDIA_COUNTS, type Key, keys } from './keys.ts';
import { HOLDS_PLACE } from './membership-row.ts';
import { queryRows } from './query-rows.ts';
import { MEDIA_COUNT_SHARDS, mediaCountShardOf } from './shards.ts';
import { additions } from './update-row.ts';

/**
 * The counts of an event's media and of each uploader's items. All are added to in the transaction of what they
 * count, never read and written back.
 */

const mediaCountsRow = z.object({
  approved: z._default(z.number(), 0),
  pending: z._default(z.number(), 0),
  rejected: z._default(z.number(), 0),
  voted: z._default(z.number(), 0),
  openChanges: z._default(z.number(), 0),
  openRemovals: z._default(z.number(), 0),
  heldChanges: z._default(z.number(), 0),
  heldRemovals: z._default(z.number(), 0),
});

/** The shards of an event's media counts: their sum is the count. */
export const mediaCountsKeys = (eventId: string): Key[] =>
  Array.from({ length: MEDIA_COUNT_SHARDS }, (_, shard) => keys.mediaCounts(eventId, shard));

/** The shards of one event in one request, for the units of one row. */
export const readMediaCounts = (eventId: string, options: { consistent: boolean }): Promise<Row[]> =>
  queryRows({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :shards)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':shards': ALL_MEDIA_COUNTS },
    ConsistentRead: options.consistent,
  });

/** An event's media counts and the version of its contents, from all shards. */
export function sumMediaCounts(rows: readonly Row[]): { counts: MediaCounts; contents: ContentVersions } {
  const parts = rows.map((row) => mediaCountsRow.parse(row));
  const sum = (name: keyof MediaCounts | keyof ContentVersions) =>
    parts.reduce((total, part) => total + part[name], 0);
  return {
    counts: {
      approved: sum('approved'),
      pending: sum('pending'),
      rejected: sum('rejected'),
      voted: sum('voted'),
    },
    contents: {
      openChanges: sum('openChanges'),
      openRemovals: sum('openRemovals'),
      heldChanges: sum('heldChanges'),
      heldRemovals: sum('heldRemovals'),
    },
  };
}

/** Adds to an event's media counts: for one item always in the same shard. */
export function mediaCountsUpdate(
  media: { id: string; eventId: string },
  change: MediaCountsChange & Partial<ContentVersions>,
): TransactItem {
  const Key = keys.mediaCounts(media.eventId, mediaCountShardOf(media.id));
  return { Update: { TableName: tableName(), Key, ...additions(change) } };
}

/** What a change of an item adds to counts and version: together, because both change with the item. */
export const countsChange = (before: MediaRecord | undefined, after: MediaRecord | undefined) => ({
  ...mediaCountsChange(before, after),
  ...contentsChange(before, after),
});

/** What a change adds to an uploader's counts: of all their items in the event, of the pending and of the discarded ones. */
export type UploaderChange = {
  readonly uploads: number;
  readonly pending: number;
  readonly discarded: number;
};

/** What a change of an item adds to its uploader's counts. */
export function uploaderChange(
  before: MediaRecord | undefined,
  after: MediaRecord | undefined,
): UploaderChange {
  const difference = (count: (media: MediaRecord) => number) =>
    (after ? count(after) : 0) - (before ? count(before) : 0);
  return {
    uploads: difference(() => 1),
    pending: difference(pendingOf),
    discarded: difference(({ isDiscarded }) => (isDiscarded ? 1 : 0)),
  };
}

/** Adds to an uploader's counts. */
export function uploaderUpdate(
  media: Pick<MediaRecord, 'eventId' | 'uploader'>,
  change: UploaderChange,
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(media.eventId, media.uploader),
      UpdateExpression: 'ADD uploadCount :uploads, pendingCount :pending, discardedCount :discarded',
      // No condition on `isBlocked`: a blocked person's items can still be approved, transferred and deleted.
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: {
        ':uploads': change.uploads,
        ':pending': change.pending,
        ':discarded': change.discarded,
      },
    },
  };
}

/** Counts one more item of its uploader. Fails if they are blocked, have left or lost their place, or have reached an upload limit. */
export function uploaderIncrement(media: MediaRecord): TransactItem {
  const limit = personUploadLimit();
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(media.eventId, media.uploader),
      UpdateExpression: 'ADD uploadCount :one, everUploaded :one, pendingCount :pending',
      ConditionExpression: `${MEMBERSHIP_IS_OPEN} AND attribute_exists(pk) AND isBlocked = :no AND ${HOLDS_PLACE} AND (standing = :owner OR (uploadCount < :limit AND (attribute_not_exists(everUploaded) OR everUploaded < :ever)))`,
      ExpressionAttributeValues: {
        ':one': 1,
        ':pending': pendingOf(media),
        ':no': false,
        ':yes': true,
        ':owner': 'owner',
        ':limit': limit,
        ':ever': totalUploadLimit(limit),
      },
    },
  };
}

/** What an item adds to its uploader's pending count. */
export const pendingOf = (media: MediaRecord): number => (media.status === 'pending' ? 1 : 0);
