import { unauthenticated } from '../domain/app-error.ts';
import { type Person, personKeyOf } from '../domain/caller.ts';
import { eventFull, splitLimit } from '../domain/event-limits.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { eventPeopleLimit } from '../aws/settings.ts';
import { activePersonCondition } from './active-person-condition.ts';
import { personDecrement, personIncrement } from './counts.ts';
import { ConditionsFailed, tableName, transact } from './dynamo.ts';
import { keys, PEOPLE_SHARDS, peopleShardOf } from './keys.ts';
import { newMembership, putMembership } from './membership-row.ts';

/**
 * Creates a person's membership at their first act in an event, and counts them in the same transaction. Does
 * nothing if they have one.
 * @param input `replaces`: the membership that is deleted a moment later in favour of this one, for which
 * there is therefore always room
 * @throws AppError 403 if the event is full, 401 if the person has just left
 */
export async function ensureMembership(
  event: EventRecord,
  input: { person: Person; now: Date; replaces?: Membership },
): Promise<void> {
  const person = personKeyOf(input.person);
  const standing = input.person.kind === 'guest' ? 'guest' : 'visitor';
  const membership = newMembership(event.id, { person, standing, since: input.now.toISOString() });
  const first = input.replaces?.countedIn ?? peopleShardOf(person);
  const parts = splitLimit(eventPeopleLimit(), PEOPLE_SHARDS);
  for (let step = 0; step < PEOPLE_SHARDS; step += 1) {
    const shard = (first + step) % PEOPLE_SHARDS;
    const limit = input.replaces ? Number.MAX_SAFE_INTEGER : (parts[shard] ?? 0);
    if (limit <= 0) continue;
    try {
      return await transact([
        personIncrement(event.id, shard, limit),
        putMembership(event, { ...membership, countedIn: shard }),
        activePersonCondition(person),
      ]);
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [, known, left] = error.failures;
      if (left) throw unauthenticated();
      // They have a membership already.
      if (known) return;
    }
  }
  throw eventFull();
}

/** Deletes a person's membership, which frees their place. The last step in an event. Safe to repeat. */
export async function deleteMembership(membership: Membership): Promise<void> {
  await removePerson(membership, { ConditionExpression: 'attribute_exists(pk)' });
}

/**
 * Deletes the membership of a guest whose things have been transferred.
 * @returns false if something of theirs is still in the event, because it came in meanwhile
 */
export async function deleteEmptyMembership(membership: Membership): Promise<boolean> {
  return removePerson(membership, {
    ConditionExpression:
      'attribute_exists(pk) AND uploadCount <= :none AND (attribute_not_exists(paymentIds) OR size(paymentIds) = :none)',
    ExpressionAttributeValues: { ':none': 0 },
  });
}

/** @returns false if the condition did not hold; true if the row was already gone, and counted off with it */
async function removePerson(
  { eventId, person, countedIn }: Membership,
  condition: { ConditionExpression: string; ExpressionAttributeValues?: Record<string, unknown> },
): Promise<boolean> {
  const gone = { TableName: tableName(), Key: keys.membership(eventId, person), ...condition };
  const count = countedIn === undefined ? [] : [personDecrement(eventId, countedIn)];
  try {
    await transact([{ Delete: gone }, ...count]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return error.failures[0]?.found === undefined;
  }
}
