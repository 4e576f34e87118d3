import { totalUploadLimit } from '../domain/event-limits.ts';
import { contentsChange, type MediaCountsChange, mediaCountsChange } from '../domain/moderation.ts';
import type { ContentVersions, MediaRecord } from '../domain/records.ts';
import { setting } from '../aws/settings.ts';
import { tableName, type TransactItem } from './dynamo.ts';
import { keys, mediaCountShardOf } from './keys.ts';

/** Adds to an event's counts; always the same item of the table for one media item. */
export function mediaCountsUpdate(
  media: { id: string; eventId: string },
  change: MediaCountsChange & Partial<ContentVersions>,
): TransactItem {
  const names = Object.keys(change);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.mediaCounts(media.eventId, mediaCountShardOf(media.id)),
      UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(change).map(([name, amount]) => [`:${name}`, amount]),
      ),
    },
  };
}

/** Counts and version together: both change with the item, or neither. */
export const countsChange = (before: MediaRecord | undefined, after: MediaRecord | undefined) => ({
  ...mediaCountsChange(before, after),
  ...contentsChange(before, after),
});

export function uploaderUpdate(
  media: MediaRecord,
  change: { uploads: number; pending: number },
): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(media.eventId, media.uploader),
      UpdateExpression: 'ADD uploadCount :uploads, pendingCount :pending',
      // No condition on being blocked here: leaving counts must work for a blocked person's media, too.
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':uploads': change.uploads, ':pending': change.pending },
    },
  };
}

/** Counts one more item of its uploader, where they may have one more; see `domain/caps.ts`. */
export function uploaderIncrement(media: MediaRecord): TransactItem {
  const limit = setting('PERSON_UPLOAD_LIMIT');
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(media.eventId, media.uploader),
      UpdateExpression: 'ADD uploadCount :one, everUploaded :one, pendingCount :pending',
      ConditionExpression:
        'attribute_exists(pk) AND isBlocked = :no AND (standing = :owner OR (uploadCount < :limit AND (attribute_not_exists(everUploaded) OR everUploaded < :ever)))',
      ExpressionAttributeValues: {
        ':one': 1,
        ':pending': pendingOf(media),
        ':no': false,
        ':owner': 'owner',
        ':limit': limit,
        ':ever': totalUploadLimit(limit),
      },
    },
  };
}

export const pendingOf = (media: MediaRecord): number => (media.status === 'pending' ? 1 : 0);
