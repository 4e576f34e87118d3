import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { getRow, tableName } from './dynamo.ts';
import { membershipsOf } from './index-keys.ts';
import { ALL_PEOPLE, keys, nameIn } from './keys.ts';
import { takePlace } from './membership-capacity.ts';
import { parseMembership } from './membership-row.ts';
import { parseKey, queryRows } from './query-rows.ts';
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

/** A page of people, and the last one who was looked at, if there may be more. */
export type PeoplePage = { readonly people: readonly Membership[]; readonly last: PersonKey | undefined };

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
    const Limit = Math.min(left, page.limit + 1);
    const found = await lookAtPeople(eventId, { after: last, Limit });
    people.push(...found.people);
    ({ last } = found);
    left -= Limit;
    if (people.length > page.limit) return cutTo(people, page.limit);
    if (last === undefined) break;
  }
  return { people, last };
}

function cutTo(found: readonly Membership[], limit: number): PeoplePage {
  const people = found.slice(0, limit);
  return { people, last: people.at(-1)?.person };
}

async function lookAtPeople(
  eventId: string,
  { after, Limit }: { after: PersonKey | undefined; Limit: number },
): Promise<PeoplePage> {
  const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': keys.event(eventId).pk,
        // `!` sorts before every character of a person key: the page begins right after `after`.
        ':from': after ? `${ALL_PEOPLE}${after}!` : ALL_PEOPLE,
        ':to': `${ALL_PEOPLE}~`,
        ':yes': true,
      },
      // Old rows lack the field.
      FilterExpression: 'attribute_not_exists(hasPlace) OR hasPlace = :yes OR isBlocked = :yes',
      ConsistentRead: true,
      Limit,
    }),
  );
  const last = LastEvaluatedKey && (nameIn(parseKey(LastEvaluatedKey).sk) as PersonKey);
  return { people: Items.map(parseMembership), last };
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
