import type { PersonKey } from '../domain/caller.ts';
import type { MediaRecord, Membership } from '../domain/records.ts';
import { pendingOf, uploaderUpdate } from '../table/counts.ts';
import { ConditionsFailed, tableName, transact, type TransactItem } from '../table/dynamo.ts';
import { keys, mediaByUploader } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';
import { deleteVote, putVote, type Vote } from '../table/vote-row.ts';

/**
 * Makes an item another person's, with both people's counts.
 * @returns false where it was moderated, given or deleted since it was read: the caller looks again
 */
export async function transferMedia(media: MediaRecord, to: PersonKey): Promise<boolean> {
  const pending = pendingOf(media);
  const items = [newUploader(media, to), uploaderUpdate({ ...media, uploader: to }, { uploads: 1, pending })];
  try {
    await transact([...items, uploaderUpdate(media, { uploads: -1, pending: -pending })]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.failures[0]) return false;
    // Who gives has no place in the event any more: there is nothing to count off.
    await transact(items);
  }
  return true;
}

function newUploader(media: MediaRecord, to: PersonKey): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.media(media.id),
      UpdateExpression: 'SET uploader = :to, gsi4pk = :list',
      ConditionExpression: 'uploader = :from AND statusVersion = :version',
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
 * Moves one vote to another voter.
 * @returns false where that voter has voted for the item as well: two votes of one person are one
 */
export async function transferVote(vote: Vote, to: PersonKey, now: Date): Promise<boolean> {
  try {
    await transact([deleteVote(vote), putVote({ ...vote, voter: to }, now)]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return error.failures[0] !== undefined;
  }
}

/** Carries over what a guest's standing in an event grants or takes. */
export async function mergeMembership(membership: Membership, to: PersonKey): Promise<void> {
  const flags = (['hasPaid', 'isBlocked'] as const).filter((name) => membership[name]);
  if (flags.length === 0) return;
  await updateRow(keys.membership(membership.eventId, to), {
    UpdateExpression: `SET ${flags.map((name) => `${name} = :yes`).join(', ')}`,
    ConditionExpression: 'standing <> :owner',
    ExpressionAttributeValues: { ':yes': true, ':owner': 'owner' },
  });
}
