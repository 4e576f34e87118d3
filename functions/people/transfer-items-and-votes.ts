import { unauthenticated } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord, Membership } from '../domain/records.ts';
import { activePersonCondition } from '../table/active-person-condition.ts';
import { isClosedMembership, whileOpen } from '../table/closed-memberships.ts';
import { uploaderChange, uploaderUpdate } from '../table/counts.ts';
import { ConditionsFailed, tableName, transact, type TransactItem } from '../table/dynamo.ts';
import { discardUnchanged } from '../table/media-row.ts';
import { mediaByUploader } from '../table/index-keys.ts';
import { keys } from '../table/keys.ts';
import { takeoverUpdate } from '../table/own-removals.ts';
import { updateRow } from '../table/update-row.ts';
import { deleteVote, putVote, type Vote } from '../table/vote-row.ts';

/**
 * Transfers an item to another person, and from one's counts to the other's.
 * @returns `changed` if it was moderated, transferred or deleted since it was read: the caller reads it again;
 * `no-membership` if the other person's is gone, because they were removed as idle: the caller gives them another
 * @throws AppError 401 if the other person has just left
 */
export async function transferMedia(
  media: MediaRecord,
  to: PersonKey,
): Promise<'done' | 'changed' | 'no-membership'> {
  const items = [
    newUploader(media, to),
    whileOpen(takeoverUpdate({ ...media, uploader: to }, uploaderChange(undefined, media))),
  ];
  try {
    await transact([...items, uploaderUpdate(media, uploaderChange(media, undefined))]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [item, taker] = error.failures;
    if (item) return 'changed';
    if (isClosedMembership(taker?.found)) throw unauthenticated();
    if (taker) return 'no-membership';
    // The giver has no membership any more: there is nothing to count off.
    await transact(items);
  }
  return 'done';
}

function newUploader(media: MediaRecord, to: PersonKey): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.media(media.id),
      UpdateExpression: 'SET uploader = :to, gsi4pk = :list',
      ConditionExpression: `uploader = :from AND statusVersion = :version AND ${discardUnchanged(media)}`,
      ExpressionAttributeValues: {
        ':to': to,
        ':list': mediaByUploader(media.eventId, to),
        ':from': media.uploader,
        ':version': media.statusVersion,
      },
    },
  };
}

/**
 * Transfers one vote to another voter.
 * @returns false if that voter has voted for the item as well: two votes of one person are one
 * @throws AppError 401 if the other person has just left
 */
export async function transferVote(vote: Vote, to: PersonKey, now: Date): Promise<boolean> {
  try {
    await transact([deleteVote(vote), putVote({ ...vote, voter: to }, now), activePersonCondition(to)]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const [given, , left] = error.failures;
    if (left) throw unauthenticated();
    return given !== undefined;
  }
}

/** Carries over to another person's membership that a guest has paid. */
export async function mergeMembership(membership: Membership, to: PersonKey): Promise<void> {
  if (!membership.hasPaid) return;
  await updateRow(keys.membership(membership.eventId, to), {
    UpdateExpression: 'SET hasPaid = :yes',
    ConditionExpression: 'attribute_exists(pk) AND standing <> :owner',
    ExpressionAttributeValues: { ':yes': true, ':owner': 'owner' },
  });
}
