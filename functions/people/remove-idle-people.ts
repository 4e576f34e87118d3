import type { PersonKey } from '../domain/caller.ts';
import type { Membership } from '../domain/records.ts';
import {
  listIdlePeople,
  noteRemoval,
  takePlaceBack,
  withdrawLateVote,
  withdrawVoteOfIdle,
} from '../table/idle-people.ts';
import { deleteSubscriptionsTo } from '../notifications/subscription-store.ts';
import { listVotes } from '../table/votes.ts';

/** How many memberships and votes one call removes: few enough to finish well before its time-out. */
const BATCH = 200;
/** How many people one call looks at. */
const LOOK = 250;
const COUNTED = 1000;

/** How many people a call was about, and after whom the next call goes on; undefined at the end. */
export type IdlePeople = { readonly people: number; readonly next: PersonKey | '' | undefined };

/** Counts the people without uploads among an event's next people. */
export async function countIdlePeople(eventId: string, after: PersonKey | ''): Promise<IdlePeople> {
  const { people, last } = await listIdlePeople(eventId, { after, limit: COUNTED });
  return { people: people.length, next: last };
}

/**
 * Removes people without uploads from an event, or with discarded ones only: their votes, then the place, so that a repeated call finds what an
 * interrupted one has left, and then their subscriptions, which count no place. They are not blocked. The counts of items follow by the job that follows each
 * vote, which also withdraws a vote that is written after all this. Safe to repeat, and to run at once with anything
 * that these people do: anybody who uploads meanwhile stays.
 */
export async function removeIdlePeople(
  eventId: string,
  after: PersonKey | '',
  now: Date,
): Promise<IdlePeople> {
  const page = await listIdlePeople(eventId, { after, limit: LOOK });
  if (page.people.length > 0) await noteRemoval(eventId, now);
  let [people, writes, done] = [0, 0, after];
  for (const membership of page.people) {
    const removal = await removeIdlePerson(membership, BATCH - writes);
    writes += removal.writes;
    if (removal.isCut) return { people, next: done };
    if (removal.isGone) people += 1;
    done = membership.person;
    if (writes >= BATCH) return { people, next: done };
  }
  return { people, next: page.last };
}

type Removal = { readonly writes: number; readonly isGone: boolean; readonly isCut: boolean };

async function removeIdlePerson(membership: Membership, mostWrites: number): Promise<Removal> {
  const { eventId, person: voter } = membership;
  let writes = 0;
  for (const mediaId of (await listVotes(eventId, voter)).keys()) {
    if (writes >= mostWrites) return { writes, isGone: false, isCut: true };
    writes += 1;
    if (!(await withdrawVoteOfIdle({ eventId, mediaId, voter })))
      return { writes, isGone: false, isCut: false };
  }
  const isGone = await takePlaceBack(membership);
  // A vote that was being written while the first ones were withdrawn.
  const late = isGone ? [...(await listVotes(eventId, voter)).keys()] : [];
  for (const mediaId of late) await withdrawLateVote({ eventId, mediaId, voter });
  if (isGone) await deleteSubscriptionsTo(eventId, voter);
  return { writes: writes + 1 + late.length, isGone, isCut: false };
}
