import { notFound } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { getRow } from './dynamo.ts';
import { ALL_PEOPLE, keys, membershipsOf } from './keys.ts';
import { ensureMembership } from './membership-capacity.ts';
import { parseMembership } from './membership-row.ts';
import { queryRows } from './query-rows.ts';
import { updateRow } from './update-row.ts';

/** Makes a signed-in person a participant; a visitor's counts stay. Joining twice is one joining. */
export async function joinEvent(event: EventRecord, join: { userId: string; now: Date }): Promise<void> {
  await ensureMembership(event, { person: { kind: 'user', userId: join.userId }, now: join.now });
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

/** A page of an event's people, by kind and id. */
export async function listPeople(
  eventId: string,
  page: { after: string | undefined; limit: number },
): Promise<Membership[]> {
  const rows = await queryRows(
    {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': keys.event(eventId).pk,
        // The first character after a person key's own sorts right behind it.
        ':from': page.after ? `${ALL_PEOPLE}${page.after}!` : ALL_PEOPLE,
        ':to': `${ALL_PEOPLE}~`,
      },
      ConsistentRead: true,
    },
    page.limit,
  );
  return rows.map(parseMembership);
}

/** Whether the owner has removed somebody from an event. */
export async function isBlockedIn(eventId: string, person: PersonKey): Promise<boolean> {
  const row = await getRow(keys.membership(eventId, person));
  return row !== undefined && parseMembership(row).isBlocked;
}

/** Removes somebody from an event, or takes that back. @throws AppError 404 where they have nothing to do with it */
export async function setBlocked(
  eventId: string,
  change: { person: PersonKey; isBlocked: boolean },
): Promise<void> {
  const isSet = await updateRow(keys.membership(eventId, change.person), {
    UpdateExpression: 'SET isBlocked = :blocked',
    ConditionExpression: 'attribute_exists(pk) AND standing <> :owner',
    ExpressionAttributeValues: { ':blocked': change.isBlocked, ':owner': 'owner' },
  });
  if (!isSet) throw notFound();
}

/** All events that somebody has to do with, the newest event first. */
export async function listMemberships(person: PersonKey): Promise<Membership[]> {
  const rows = await queryRows({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': membershipsOf(person) },
    ScanIndexForward: false,
  });
  return rows.map(parseMembership);
}
