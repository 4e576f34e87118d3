import { noAccess } from '../domain/access.ts';
import { unauthenticated } from '../domain/app-error.ts';
import { type Person, personKeyOf } from '../domain/caller.ts';
import { checkoutsFull, eventFull } from '../domain/event-limits.ts';
import type { EventRecord } from '../domain/records.ts';
import { activePersonCondition } from './active-person-condition.ts';
import { isClosedMembership } from './closed-memberships.ts';
import { ConditionsFailed, getRows, type Row, transact, type TransactItem } from './dynamo.ts';
import { keys } from './keys.ts';
import { checkoutRoomOf, type Room, roomOf, shardsOfRoom } from './shards.ts';
import { newMembership, parseMembership, putMembership } from './membership-row.ts';
import { countPlace, type FirstAct, placesOfShard, takePlaceWrite } from './place-writes.ts';

/** Somebody who has no place in an event yet. */
export type Newcomer = {
  readonly event: Pick<EventRecord, 'id' | 'createdAt'>;
  readonly person: Person;
  readonly now: Date;
};

type Act = {
  /** What is written together with the place. */
  readonly writes?: readonly TransactItem[];
  /** What it makes of the membership besides. */
  readonly as?: Pick<FirstAct, 'joins' | 'isCoHost' | 'uploads' | 'pending'>;
  /** Whether there is always room, for a place that somebody else gave up or gave. */
  readonly isUnlimited?: boolean;
};

/**
 * Does what takes a place in an event and takes the place, in one transaction: a crash leaves neither or both.
 * @returns false, with nothing written, if the person has got a place meanwhile
 * @throws AppError 403 if the event is full or the person is blocked, 401 if they have just left; ConditionsFailed for the act's own writes,
 * by their positions in it
 */
export async function takePlace(newcomer: Newcomer, { writes = [], as, isUnlimited }: Act): Promise<boolean> {
  const person = personKeyOf(newcomer.person);
  const act = { person, at: newcomer.now.toISOString(), ...as };
  for (const shard of shardsOfRoom(roomOf(person), person)) {
    const limit = isUnlimited ? undefined : placesOfShard(shard);
    if (limit === 0) continue;
    try {
      const place = takePlaceWrite(newcomer.event, act, shard);
      const taking = [countPlace(newcomer.event.id, shard, limit), place];
      await transact([...taking, ...writes, activePersonCondition(person)]);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [, membership, ...others] = error.failures;
      const own = others.slice(0, writes.length);
      if (others[writes.length] || isClosedMembership(membership?.found)) throw unauthenticated();
      if (membership) {
        assertNotBlocked(membership.found);
        return false;
      }
      if (own.some((failure) => failure !== undefined)) throw new ConditionsFailed(own);
    }
  }
  throw eventFull();
}

function assertNotBlocked(found: Row | undefined): void {
  if (found && parseMembership(found).isBlocked) throw noAccess();
}

/**
 * Gives a person a place with nothing else. Does nothing if they have one.
 * @param input `isUnlimited`: whether there is always room
 * @throws AppError 403 if the event is full or the person is blocked
 */
export async function ensureMembership(
  event: EventRecord,
  input: { person: Person; now: Date; isUnlimited?: boolean },
): Promise<void> {
  const { isUnlimited = false } = input;
  await takePlace({ event, ...input }, { isUnlimited });
}

/**
 * Gives a person a membership that holds no place, if they have none: what money hangs on until it has come.
 * @throws AppError 401 if the person has just left
 */
export async function ensureRowWithoutPlace({ event, person, now }: Newcomer): Promise<void> {
  const standing = person.kind === 'guest' ? 'guest' : 'visitor';
  const begun = { person: personKeyOf(person), standing, since: now.toISOString() } as const;
  const row = putMembership(event, newMembership(event.id, begun));
  try {
    await transact([row, activePersonCondition(begun.person)]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    // Otherwise they have one already.
    if (error.failures[1]) throw unauthenticated();
  }
}

/** @throws AppError 403 if an event has no place left for somebody without one */
export async function assertRoom(of: Pick<Newcomer, 'event' | 'person'>): Promise<void> {
  if (!(await hasRoom(of))) throw eventFull();
}

/** @throws AppError 409 if an event has as many open checkouts as it can take of people without a place */
export async function assertRoomToPay(of: Pick<Newcomer, 'event' | 'person'>): Promise<void> {
  if (!(await hasRoom(of, checkoutRoomOf(personKeyOf(of.person))))) throw checkoutsFull();
}

/** Whether an event has room left for somebody without a place: for their place, if nothing else is named. */
export async function hasRoom(
  { event, person }: Pick<Newcomer, 'event' | 'person'>,
  room: Room = roomOf(personKeyOf(person)),
): Promise<boolean> {
  const shards = shardsOfRoom(room, personKeyOf(person));
  const rows = await getRows(
    shards.map((shard) => keys.peopleCount(event.id, shard)),
    { consistent: true },
  );
  const takenIn = new Map(rows.map((row) => [row['sk'], Number(row['people'] ?? 0)]));
  return shards.some(
    (shard) => (takenIn.get(keys.peopleCount(event.id, shard).sk) ?? 0) < placesOfShard(shard),
  );
}
