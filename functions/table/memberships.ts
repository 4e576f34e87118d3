import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { getRow } from './dynamo.ts';
import { ALL_PEOPLE, keys, membershipsOf } from './keys.ts';
import { takePlace } from './membership-capacity.ts';
import { parseMembership } from './membership-row.ts';
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

/** A page of an event's people who have a place or are blocked, by kind and id. */
export async function listPeople(
  eventId: string,
  page: { after: string | undefined; limit: number },
): Promise<Membership[]> {
  const rows = await queryRows(
    {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': keys.event(eventId).pk,
        // `!` sorts before every character of a person key: the page begins right after `after`.
        ':from': page.after ? `${ALL_PEOPLE}${page.after}!` : ALL_PEOPLE,
        ':to': `${ALL_PEOPLE}~`,
        ':yes': true,
      },
      // Who only opened a checkout is not among them. Old rows lack the field.
      FilterExpression: 'attribute_not_exists(hasPlace) OR hasPlace = :yes OR isBlocked = :yes',
      ConsistentRead: true,
    },
    page.limit,
  );
  return rows.map(parseMembership);
}

/** Whether the owner has blocked a person in an event. */
export async function isBlockedIn(eventId: string, person: PersonKey): Promise<boolean> {
  const row = await getRow(keys.membership(eventId, person));
  return row !== undefined && parseMembership(row).isBlocked;
}

/** All of a person's memberships, the newest event first. */
export async function listMemberships(person: PersonKey): Promise<Membership[]> {
  const rows = await queryRows({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': membershipsOf(person) },
    ScanIndexForward: false,
  });
  return rows.map(parseMembership);
}
