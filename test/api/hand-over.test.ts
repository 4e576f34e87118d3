import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import type { AppError } from '../../functions/domain/app-error.ts';
import { newId } from '../../functions/domain/ids.ts';
import type { EventRecord } from '../../functions/domain/records.ts';
import { coHostsIn } from '../../functions/table/co-host-writes.ts';
import { nameCoHost } from '../../functions/table/co-hosts.ts';
import { getRow, getRows } from '../../functions/table/dynamo.ts';
import { parseEvent } from '../../functions/table/event-row.ts';
import { createEvent } from '../../functions/table/events.ts';
import { handOver } from '../../functions/table/hand-over.ts';
import { keys } from '../../functions/table/keys.ts';
import { mediaGroupOf } from '../../functions/table/media-queue-group.ts';
import { parseMembership } from '../../functions/table/membership-row.ts';
import { ensureMembership } from '../../functions/table/membership-capacity.ts';
import { listOwnershipKeys, readOwnership } from '../../functions/table/owned-events.ts';
import { beginErasure, putUser } from '../../functions/table/people.ts';
import { PEOPLE_SHARDS } from '../../functions/table/shards.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { eventRecord } from '../fixtures/records.ts';

// On a table that no worker follows, so that nothing but these calls changes it.
beforeAll(async () => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  await useOwnTable('hand-over');
});
afterEach(() => dynamoClient().middlewareStack.remove('meanwhile'));

const now = new Date();

async function newUser(): Promise<string> {
  const id = randomUUID();
  const profile = { email: 'a@example.com', firstName: 'A', lastName: null, profileImageUrl: null };
  await putUser({ id, ...profile }, now);
  return id;
}

type World = { event: EventRecord; giver: string; taker: string; other: string };

/** An event with an owner and two co-hosts. */
async function newWorld(): Promise<World> {
  const [giver, taker, other] = [await newUser(), await newUser(), await newUser()];
  const event = eventRecord({ id: newId('evt'), createdBy: giver });
  await createEvent(event);
  for (const userId of [taker, other]) {
    await ensureMembership(event, { person: { kind: 'user', userId }, now });
    await nameCoHost(event, { person: `user:${userId}`, now });
  }
  return { event, giver, taker, other };
}

/** All that says whose event it is. */
async function stateOf({ event, giver, taker, other }: World) {
  const row = (await getRow(keys.event(event.id))) ?? {};
  const people = await Promise.all(
    [giver, taker, other].map(async (id) => {
      const membership = await getRow(keys.membership(event.id, `user:${id}`));
      const { standing, isCoHost = false, hasPlace, countedIn } = parseMembership(membership ?? {});
      return [standing, isCoHost, hasPlace, countedIn !== undefined];
    }),
  );
  const shards = Array.from({ length: 2 * PEOPLE_SHARDS }, (_, at) => keys.peopleCount(event.id, at));
  const counts = await getRows(shards, { consistent: true });
  return {
    owner: parseEvent(row)?.createdBy,
    group: await mediaGroupOf(event.id),
    coHosts: [...coHostsIn(row)].toSorted(),
    people,
    places: counts.reduce((sum, { people: count }) => sum + Number(count), 0),
    owning: await Promise.all(
      [giver, taker].map(async (id) => [
        (await listOwnershipKeys(id)).length,
        (await readOwnership(id))?.ownsEvents,
      ]),
    ),
  };
}

const [owner, coHost] = [
  ['owner', false, true, false],
  ['participant', true, true, true],
];

const before = ({ giver, taker, other }: World) => ({
  owner: giver,
  group: giver,
  coHosts: [taker, other].toSorted(),
  people: [owner, coHost, coHost],
  places: 2,
  owning: [
    [1, true],
    [0, false],
  ],
});

const after = ({ giver, taker, other }: World) => ({
  owner: taker,
  group: taker,
  coHosts: [giver, other].toSorted(),
  people: [coHost, owner, coHost],
  places: 2,
  owning: [
    [0, false],
    [1, true],
  ],
});

/** Does something at the request of this number. @returns whether it came to that */
async function at(
  request: number,
  act: (send: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let [made, isDone] = [0, false];
  dynamoClient().middlewareStack.add(
    ((next: (args: any) => Promise<any>) => async (args: any) => {
      if (isDone || made < request) {
        made += 1;
        return next(args);
      }
      isDone = true;
      return act(() => next(args));
    }) as never,
    { step: 'initialize', name: 'meanwhile', override: true },
  );
  await work();
  dynamoClient().middlewareStack.remove('meanwhile');
  return isDone;
}

const killed = new Error('killed');
const ignoreKill = (error: unknown) => {
  if (error !== killed) throw error;
};
// Killed before a request, it has done what it had done after the one before that.
it('killed after a request, it has handed over all of the event or nothing, and can be repeated', async () => {
  const seen = new Set<string>();
  for (let request = 0; ; request += 1) {
    const world = await newWorld();
    const { event, taker } = world;
    const work = () => handOver({ event, to: taker, now });
    const kill = async (send: () => Promise<unknown>) => (await send(), Promise.reject(killed));
    const found = await at(request, kill, () => work().catch(ignoreKill));
    const state = await stateOf(world);
    const isOver = state.owner === taker;
    seen.add(isOver ? 'after' : 'before');
    expect(state).toEqual((isOver ? after : before)(world));
    // Whoever repeats it is told that the event has a new owner already.
    const repeated = await work().then(
      () => 'done',
      (error: AppError) => error.code,
    );
    expect(repeated).toBe(isOver ? 'owner_only' : 'done');
    expect(await stateOf(world)).toEqual(after(world));
    if (!found) break;
  }
  expect([...seen].toSorted()).toEqual(['after', 'before']);
});

it('goes there and back, and the places are counted right', async () => {
  const world = await newWorld();
  const { event, giver, taker } = world;
  for (let round = 0; round < 2; round += 1) {
    await handOver({ event, to: taker, now });
    expect(await stateOf(world)).toEqual(after(world));
    await handOver({ event: { ...event, createdBy: taker }, to: giver, now });
    expect(await stateOf(world)).toEqual(before(world));
  }
});

it('of two at once, one happens', async () => {
  const world = await newWorld();
  const { event, taker, other } = world;
  const outcomes = await Promise.allSettled([taker, other].map((to) => handOver({ event, to, now })));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { owner: ends, people, places } = await stateOf(world);
  expect([taker, other]).toContain(ends);
  expect(people.filter(([standing]) => standing === 'owner')).toHaveLength(1);
  expect(places).toBe(2);
});

it('whoever takes over cannot have left: of the two, one is refused, whenever it comes', async () => {
  const ends = new Set<string>();
  for (let request = 0; ; request += 1) {
    const world = await newWorld();
    const { event, giver, taker } = world;
    const leave = async (): Promise<boolean> => {
      const owned = await readOwnership(taker);
      if (!owned || owned.ownsEvents) return false;
      const options = { withMedia: true, now, ownershipVersion: owned.version };
      return beginErasure({ kind: 'user', userId: taker }, options);
    };
    const found = await at(
      request,
      async (send) => {
        expect(await leave()).toBe(true);
        return send();
      },
      () => handOver({ event, to: taker, now }).catch(() => undefined),
    );
    const { owner: is } = await stateOf(world);
    const hasLeft = found || (await leave());
    expect({ request, is, hasLeft }).toEqual({ request, is: hasLeft ? giver : taker, hasLeft });
    ends.add(hasLeft ? 'left' : 'took over');
    if (!found) break;
  }
  expect([...ends].toSorted()).toEqual(['left', 'took over']);
});

it('is for a co-host alone', async () => {
  const { event, giver } = await newWorld();
  const joined = await newUser();
  await ensureMembership(event, { person: { kind: 'user', userId: joined }, now });
  for (const to of [joined, giver, randomUUID()])
    await expect(handOver({ event, to, now })).rejects.toMatchObject({ code: 'not_co_host' });
});
