import { type Person, personKeyOf } from '../domain/caller.ts';
import { eventFull, splitLimit } from '../domain/event-limits.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { setting } from '../aws/settings.ts';
import { ConditionsFailed, tableName, transact } from './dynamo.ts';
import { keys, membershipsOf, PEOPLE_SHARDS, peopleShardOf, sortPosition } from './keys.ts';

/**
 * Writes down that somebody acts in an event, so that the owner sees them and counts have a place. They are counted in
 * the same transaction.
 * @param act `inPlaceOf` for who follows somebody that leaves a moment later: there is always room for them
 * @throws AppError 403 where the event is full
 */
export async function ensureMembership(
  event: EventRecord,
  act: { person: Person; now: Date; inPlaceOf?: Membership },
): Promise<void> {
  const person = personKeyOf(act.person);
  const first = act.inPlaceOf?.countedIn ?? peopleShardOf(person);
  const parts = splitLimit(setting('EVENT_PEOPLE_LIMIT'), PEOPLE_SHARDS);
  for (let step = 0; step < PEOPLE_SHARDS; step += 1) {
    const shard = (first + step) % PEOPLE_SHARDS;
    const most = act.inPlaceOf ? Number.MAX_SAFE_INTEGER : (parts[shard] ?? 0);
    try {
      if (most > 0) return await addPerson(event, { ...newMembership(event, act), countedIn: shard }, most);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      // They are there already.
      if (error.failures[1]) return;
    }
  }
  throw eventFull();
}

function newMembership(event: EventRecord, act: { person: Person; now: Date }): Membership {
  return {
    eventId: event.id,
    person: personKeyOf(act.person),
    standing: act.person.kind === 'guest' ? 'guest' : 'visitor',
    isBlocked: false,
    hasPaid: false,
    since: act.now.toISOString(),
    uploadCount: 0,
    pendingCount: 0,
    everUploaded: 0,
  };
}

async function addPerson(
  event: EventRecord,
  membership: Membership & { countedIn: number },
  most: number,
): Promise<void> {
  await transact([
    {
      Update: {
        TableName: tableName(),
        Key: keys.peopleCount(event.id, membership.countedIn),
        UpdateExpression: 'ADD people :one',
        ConditionExpression: 'attribute_not_exists(people) OR people < :most',
        ExpressionAttributeValues: { ':one': 1, ':most': most },
      },
    },
    {
      Put: {
        TableName: tableName(),
        Item: {
          ...keys.membership(event.id, membership.person),
          gsi1pk: membershipsOf(membership.person),
          gsi1sk: sortPosition(event.createdAt, event.id),
          ...membership,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
}

/** The last step for one event: somebody has nothing to do with it any more, and their place is free. */
export async function deleteMembership(membership: Membership): Promise<void> {
  await removePerson(membership, { ConditionExpression: 'attribute_exists(pk)' });
}

/**
 * The same for who has handed everything over.
 * @returns false where they still have something in the event: what came in while it was handed over
 */
export async function deleteEmptyMembership(membership: Membership): Promise<boolean> {
  return removePerson(membership, {
    ConditionExpression:
      'attribute_exists(pk) AND uploadCount <= :none AND (attribute_not_exists(paymentIds) OR size(paymentIds) = :none)',
    ExpressionAttributeValues: { ':none': 0 },
  });
}

/** @returns false where the condition did not hold; who is gone already was counted off with it */
async function removePerson(
  { eventId, person, countedIn }: Membership,
  condition: { ConditionExpression: string; ExpressionAttributeValues?: Record<string, unknown> },
): Promise<boolean> {
  const gone = { TableName: tableName(), Key: keys.membership(eventId, person), ...condition };
  const place =
    countedIn === undefined
      ? []
      : [
          {
            Update: {
              TableName: tableName(),
              Key: keys.peopleCount(eventId, countedIn),
              UpdateExpression: 'ADD people :less',
              ExpressionAttributeValues: { ':less': -1 },
            },
          },
        ];
  try {
    await transact([{ Delete: gone }, ...place]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return error.failures[0]?.found === undefined;
  }
}
