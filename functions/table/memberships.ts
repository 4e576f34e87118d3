import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { getRow } from './dynamo.ts';
import { membershipsOf } from './index-keys.ts';
import { keys } from './keys.ts';
import { lookAtPeople, type PeoplePage } from './look-at-people.ts';
import { takePlace } from './membership-capacity.ts';
import { HOLDS_PLACE, parseMembership } from './membership-row.ts';
import { queryRows } from './query-rows.ts';
import { updateRow } from './update-row.ts';

/**
 * Makes a user a participant; a visitor's counts stay. Safe to repeat.
 * @throws AppError 403 if the event is full
 */
export async function joinEvent(event: EventRecord, join: { userId: string; now: Date }): Promise<void> {
  const person = { kind: 'user', userId: join.userId } as const;
  if (await takePlace({ event, person, now: join.now }, { as: { joins: true } })) return;
  await updateRow(keys.membership(event.id, `user:${join.userId}`), {
    UpdateExpression: 'SET standing = :participant, since = :now',
    ConditionExpression: 'standing = :visitor AND isBlocked = :no',
    ExpressionAttributeValues: {
      ':participant': 'participant',
      ':visitor': 'visitor',
      ':no': false,
      ':now': join.now.toISOString(),
    },
  });
}

/** Whom the list of people shows. */
const shown = { expression: `${HOLDS_PLACE} OR isBlocked = :yes`, values: { ':yes': true } };

/**
 * A page of an event's people who have a place or are blocked, by kind and id.
 * @param page `limit`: how many it holds at most; `looks`: at how many it looks for them, because those who only opened
 * a checkout are not among them
 */
export async function listPeople(
  eventId: string,
  page: { after: PersonKey | undefined; limit: number; looks: number },
): Promise<PeoplePage> {
  const people: Membership[] = [];
  let last = page.after;
  for (let left = page.looks; left > 0;) {
    // One more than the page holds tells whether there are more.
    const limit = Math.min(left, page.limit + 1);
    const found = await lookAtPeople(eventId, { after: last, limit }, shown);
    people.push(...found.people);
    ({ last } = found);
    left -= limit;
    if (people.length > page.limit) return cutTo(people, page.limit);
    if (last === undefined) break;
  }
  return { people, last };
}

function cutTo(found: readonly Membership[], limit: number): PeoplePage {
  const people = found.slice(0, limit);
  return { people, last: people.at(-1)?.person };
}

/** Whether the owner has blocked a person in an event. */
export async function isBlockedIn(eventId: string, person: PersonKey): Promise<boolean> {
  const row = await getRow(keys.membership(eventId, person));
  return row !== undefined && parseMembership(row).isBlocked;
}

/** A person's memberships, the newest event first. @param limit at most this many; all of them if absent */
export async function listMemberships(person: PersonKey, limit?: number): Promise<Membership[]> {
  const query = {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': membershipsOf(person) },
    ScanIndexForward: false,
  };
  const rows = await queryRows(query, limit);
  return rows.map(parseMembership);
}
