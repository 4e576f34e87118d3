import { notFound } from '../domain/app-error.ts';
import { everUploadedCap } from '../domain/caps.ts';
import { contentsChange, type TallyChange, tallyChange } from '../domain/moderation.ts';
import type { Contents, MediaRecord } from '../domain/records.ts';
import { setting } from '../platform/config.ts';
import { ConditionsFailed, getRow, tableName, transact, type TransactItem } from './access.ts';
import { keys, tallyShardOf } from './keys.ts';
import { newMediaRow, parseMedia, statusKeys } from './media-row.ts';

export async function getMedia(mediaId: string): Promise<MediaRecord | undefined> {
  const row = await getRow(keys.media(mediaId));
  return row && parseMedia(row);
}

/** Adds to an event's counts; always the same item of the table for one media item. */
export function tallyUpdate(
  media: { id: string; eventId: string },
  change: TallyChange & Partial<Contents>,
): TransactItem {
  const names = Object.keys(change);
  return {
    Update: {
      TableName: tableName(),
      Key: keys.tally(media.eventId, tallyShardOf(media.id)),
      UpdateExpression: `ADD ${names.map((name) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(change).map(([name, amount]) => [`:${name}`, amount]),
      ),
    },
  };
}

/** Counts and version together: both change with the item, or neither. */
const countsChange = (before: MediaRecord | undefined, after: MediaRecord | undefined) => ({
  ...tallyChange(before, after),
  ...contentsChange(before, after),
});

function uploaderUpdate(media: MediaRecord, change: { uploads: number; pending: number }): TransactItem {
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
function uploaderGains(media: MediaRecord): TransactItem {
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
        ':ever': everUploadedCap(limit),
      },
    },
  };
}

const pendingOf = (media: MediaRecord): number => (media.status === 'pending' ? 1 : 0);

export type CreateRefusal = 'event-gone' | 'already-saved' | 'upload-gone' | 'blocked' | 'too-many';

/**
 * Makes an issued upload an item of the event: the item, its counts and the upload's use in one transaction.
 * @returns undefined when it is made, else why not
 */
export async function createMedia(media: MediaRecord, uploadId: string): Promise<CreateRefusal | undefined> {
  try {
    await transact([
      {
        ConditionCheck: {
          TableName: tableName(),
          Key: keys.event(media.eventId),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
        },
      },
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
      uploaderGains(media),
      tallyUpdate(media, countsChange(undefined, media)),
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

// The uploader, too: a guest's items become an account's, and with them whose counts they are part of.
const seenState = (media: MediaRecord) => ({
  condition: `statusVersion = :seen AND uploader = :uploader AND voteCount ${media.voteCount > 0 ? '>' : '='} :zero`,
  values: { ':seen': media.statusVersion, ':uploader': media.uploader, ':zero': 0 },
});

/**
 * Runs a change of an item against what the table holds at that moment: where the item changed since it was
 * read, the change is made anew from what was found.
 * @throws AppError 404 where the item is gone
 */
async function changeMedia<T>(
  media: MediaRecord,
  change: (seen: MediaRecord) => { items: TransactItem[]; result: T },
): Promise<T> {
  let seen = media;
  let countsUploader = true;
  for (;;) {
    const { items, result } = change(seen);
    if (items.length === 0) return result;
    try {
      await transact(countsUploader ? items : items.slice(0, 2));
      return result;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [item, , uploader] = error.failures;
      if (item && !item.found) throw notFound();
      // The uploader's row went with their account, while their media stayed: there is nothing to count for them.
      if (uploader) countsUploader = false;
      if (item?.found) {
        const found = parseMedia(item.found);
        if (found.uploader !== seen.uploader) countsUploader = true;
        seen = found;
      }
    }
  }
}

/** Sets an item's status, with everything that follows from it. @returns the item as it is then */
export async function setMediaStatus(
  media: MediaRecord,
  moderation: { status: 'approved' | 'rejected'; by: string; now: Date },
): Promise<MediaRecord> {
  return changeMedia(media, (seen) => {
    if (seen.status === moderation.status) return { items: [], result: seen };
    const result: MediaRecord = {
      ...seen,
      status: moderation.status,
      statusVersion: seen.statusVersion + 1,
      moderatedAt: moderation.now.toISOString(),
      moderatedBy: moderation.by,
    };
    const state = seenState(seen);
    const indexed = statusKeys(result);
    const items: TransactItem[] = [
      {
        Update: {
          TableName: tableName(),
          Key: keys.media(seen.id),
          UpdateExpression:
            'SET #status = :status, statusVersion = :version, moderatedAt = :at, moderatedBy = :by, gsi1pk = :list, gsi2pk = :list, gsi3pk = :list, gsi4sk = :own',
          ConditionExpression: state.condition,
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ...state.values,
            ':status': result.status,
            ':version': result.statusVersion,
            ':at': result.moderatedAt,
            ':by': result.moderatedBy,
            ':list': indexed.gsi1pk,
            ':own': indexed.gsi4sk,
          },
        },
      },
    ];
    const change = countsChange(seen, result);
    if (Object.keys(change).length > 0) items.push(tallyUpdate(seen, change));
    if (seen.status === 'pending') items.push(uploaderUpdate(seen, { uploads: 0, pending: -1 }));
    return { items, result };
  });
}

/** Deletes an item's row; its files and votes go by the job that the table's stream starts. */
export async function deleteMedia(media: MediaRecord): Promise<void> {
  await changeMedia(media, (seen) => {
    const state = seenState(seen);
    return {
      result: undefined,
      items: [
        {
          Delete: {
            TableName: tableName(),
            Key: keys.media(seen.id),
            ConditionExpression: state.condition,
            ExpressionAttributeValues: state.values,
          },
        },
        tallyUpdate(seen, countsChange(seen, undefined)),
        uploaderUpdate(seen, { uploads: -1, pending: -pendingOf(seen) }),
      ],
    };
  });
}
