import type { MediaStatus } from '../../shared/contract/entities.ts';
import { notFound } from '../domain/app-error.ts';
import { isToBeDiscarded } from '../domain/moderation.ts';
import type { MediaRecord } from '../domain/records.ts';
import { ConditionsFailed, tableName, transact, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';
import { countsChange, mediaCountsUpdate, uploaderChange, uploaderUpdate } from './counts.ts';
import { discardUnchanged, parseMedia, statusKeys } from './media-row.ts';
import { COUNTED, removalUpdate, type RemovalTerms, withoutRemovals } from './own-removals.ts';

// The uploader is compared, too: a claim moves a guest's items to the counts of an account.
const seenState = (media: MediaRecord) => ({
  condition: `statusVersion = :seen AND uploader = :uploader AND voteCount ${media.voteCount > 0 ? '>' : '='} :zero AND ${discardUnchanged(media)}`,
  values: { ':seen': media.statusVersion, ':uploader': media.uploader, ':zero': 0 },
});

/**
 * Applies a change to an item as the table holds it at that moment: if the item has changed since it was
 * read, the change is made again from what was found.
 * @param change returns the writes of the item, of the event's counts and of the uploader's, in that order;
 * `isAgain`: whether something was not as it was read
 * @throws AppError 404 if the item is gone
 */
async function changeMedia<T>(
  media: MediaRecord,
  change: (seen: MediaRecord, isAgain: boolean) => { items: TransactItem[]; result: T },
): Promise<T> {
  let seen = media;
  let countsUploader = true;
  for (let isAgain = false; ; isAgain = true) {
    const { items, result } = change(seen, isAgain);
    if (items.length === 0) return result;
    try {
      await transact(countsUploader ? items : items.slice(0, 2));
      return result;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [item, , uploader] = error.failures;
      if (item && !item.found) throw notFound();
      // The uploader has been erased and their items stayed: there is nobody left to count them for.
      if (uploader && !uploader.found) countsUploader = false;
      if (item?.found) {
        const found = parseMedia(item.found);
        if (found.uploader !== seen.uploader) countsUploader = true;
        seen = found;
      }
    }
  }
}

type Moderation = {
  status: 'approved' | 'rejected';
  /** Leaves an item alone that has another status by then: lists are behind, and somebody has decided on it since. */
  from?: MediaStatus;
  by: string;
  now: Date;
};

function moderated(seen: MediaRecord, { status, by, now }: Moderation): MediaRecord {
  const { isDiscarded: _, ...rest } = seen;
  return {
    ...rest,
    status,
    statusVersion: seen.statusVersion + 1,
    moderatedAt: now.toISOString(),
    moderatedBy: by,
    ...(isToBeDiscarded({ status, state: seen.state }) && { isDiscarded: true }),
  };
}

/** Writes the status that an item has been given. What processing finds out meanwhile may discard it: then it fails. */
function statusUpdate(seen: MediaRecord, result: MediaRecord): TransactItem {
  const state = seenState(seen);
  const indexed = statusKeys(result);
  const sets =
    '#status = :status, statusVersion = :version, moderatedAt = :at, moderatedBy = :by, gsi1pk = :list, gsi2pk = :list, gsi3pk = :list, gsi4sk = :own';
  return {
    Update: {
      TableName: tableName(),
      Key: keys.media(seen.id),
      UpdateExpression: result.isDiscarded
        ? `SET ${sets}, isDiscarded = :yes`
        : `SET ${sets} REMOVE isDiscarded`,
      ConditionExpression: `${state.condition} AND #state = :state`,
      ExpressionAttributeNames: { '#status': 'status', '#state': 'state' },
      ExpressionAttributeValues: {
        ...state.values,
        ':state': seen.state,
        ':status': result.status,
        ':version': result.statusVersion,
        ':at': result.moderatedAt,
        ':by': result.moderatedBy,
        ':list': indexed.gsi1pk,
        ':own': indexed.gsi4sk,
        ...(result.isDiscarded && { ':yes': true }),
      },
    },
  };
}

/** Sets an item's status, with everything that follows from it. @returns the item afterwards */
export async function setMediaStatus(media: MediaRecord, moderation: Moderation): Promise<MediaRecord> {
  return changeMedia(media, (seen) => {
    const { status, from = seen.status } = moderation;
    if (seen.status === status || seen.status !== from) return { items: [], result: seen };
    const result = moderated(seen, moderation);
    const items: TransactItem[] = [statusUpdate(seen, result)];
    const change = countsChange(seen, result);
    if (Object.keys(change).length > 0) items.push(mediaCountsUpdate(seen, change));
    const own = uploaderChange(seen, result);
    if (own.pending !== 0 || own.discarded !== 0) items.push(uploaderUpdate(seen, own));
    return { items, result };
  });
}

/** Deletes an item's row; the job that the table's stream starts removes its files and votes. */
export async function deleteMedia(media: MediaRecord, terms: RemovalTerms = COUNTED): Promise<void> {
  await changeMedia(media, (seen, isAgain) => {
    const state = seenState(seen);
    // The terms were for what was read. A removal that is counted without need costs a ZIP, and nothing worse.
    const on = isAgain ? COUNTED : terms;
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
        mediaCountsUpdate(seen, withoutRemovals(countsChange(seen, undefined), on)),
        removalUpdate(seen, uploaderChange(seen, undefined), on),
      ],
    };
  });
}
