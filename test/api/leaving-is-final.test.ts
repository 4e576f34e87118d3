import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, inject, it } from 'vitest';
import { cognitoClient, dynamoClient, sqsClient } from '../../functions/aws/clients.ts';
import { AppError } from '../../functions/domain/app-error.ts';
import { type PersonKey, personOfKey } from '../../functions/domain/caller.ts';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import { handler as erasingJob } from '../../functions/jobs/transfer-or-erase-person.ts';
import { putSubscription } from '../../functions/notifications/subscription-store.ts';
import { newPayment } from '../../functions/payments/payment.ts';
import { getEntitlement } from '../../functions/payments/entitlement-store.ts';
import { beginPayment } from '../../functions/payments/write-payment.ts';
import { transferGuest } from '../../functions/people/transfer-guest.ts';
import { getRow, getRows } from '../../functions/table/dynamo.ts';
import { nameCoHost } from '../../functions/table/co-hosts.ts';
import { createEvent } from '../../functions/table/events.ts';
import { keys } from '../../functions/table/keys.ts';
import { PEOPLE_SHARDS } from '../../functions/table/shards.ts';
import { readMediaCounts, sumMediaCounts } from '../../functions/table/counts.ts';
import { createMedia, getMedia } from '../../functions/table/media.ts';
import { joinEvent } from '../../functions/table/memberships.ts';
import { ensureMembership } from '../../functions/table/membership-capacity.ts';
import { readOwnership } from '../../functions/table/owned-events.ts';
import {
  beginErasure,
  createGuest,
  isPersonActive,
  markClaimed,
  putUser,
} from '../../functions/table/people.ts';
import { createSession } from '../../functions/table/sessions.ts';
import { countUnsaved } from '../../functions/table/unsaved-uploads.ts';
import { createUpload, recordContent } from '../../functions/table/uploads.ts';
import { countVotes } from '../../functions/table/vote-counts.ts';
import { castVote } from '../../functions/table/votes.ts';
import { signUpload } from '../../functions/uploads/issue-upload.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { isWrite } from '../fixtures/event-deletion-job.ts';
import { deleteAllRows, rowsNaming } from '../fixtures/person-rows.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';

// The job and the calls run in this process, on a table that no worker follows.
beforeAll(async () => {
  Object.assign(process.env, { TABLE_NAME: 'leaving-is-final', POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const client = localTableClient(inject('environment')['AWS_ENDPOINT_URL_DYNAMODB'] ?? '');
  await ensureTable({ client, tableName: 'leaving-is-final' });
  client.destroy();
});

const clients = () => [dynamoClient(), sqsClient(), cognitoClient()];
afterEach(() => {
  for (const client of clients()) client.middlewareStack.remove('meanwhile');
});

const now = new Date();
const user = (id: string) => ({
  id,
  email: 'a@example.com',
  firstName: 'A',
  lastName: null,
  profileImageUrl: null,
});

/** Somebody with a little of everything, and what they might act on. */
type World = {
  readonly person: PersonKey;
  readonly id: string;
  /** Where they have been before, and where they have not. */
  readonly known: EventRecord;
  readonly other: EventRecord;
  readonly items: readonly [MediaRecord, MediaRecord];
  /** Issued before, not saved yet. */
  readonly uploadId: string;
  readonly guestId: string;
};

async function newEvent(): Promise<EventRecord> {
  const event = eventRecord({ id: newId('evt'), isPaid: true, priceCents: 500, createdBy: randomUUID() });
  await putUser(user(event.createdBy), now);
  await createEvent(event);
  return event;
}

async function newWorld(kind: 'user' | 'guest'): Promise<World> {
  const id = kind === 'user' ? randomUUID() : newId('gst');
  const person: PersonKey = kind === 'user' ? `user:${id}` : `guest:${id}`;
  const [known, other, guestId] = [await newEvent(), await newEvent(), newId('gst')];
  await newGuest(guestId);
  await (kind === 'user' ? putUser(user(id), now) : newGuest(id));
  const items = makeMediaRecords(known.id, 2, () => ({ uploader: `user:${known.createdBy}` }));
  await putItems(items);
  const uploadId = newId('upl');
  const world = { person, id, known, other, items: items as [MediaRecord, MediaRecord], uploadId, guestId };
  await ensureMembership(known, { person: personOfKey(person), now });
  await castVote({ media: world.items[0], voter: person }, now);
  await countUnsaved({ person, uploadId }, now);
  await createUpload({ ...upload(world), id: uploadId });
  return world;
}

const newGuest = (id: string) =>
  createGuest({ id, name: 'G', email: null, tokenHash: 'h', createdAt: now.toISOString(), claimedBy: null });
const upload = ({ person, known }: Pick<World, 'person' | 'known'>) => ({
  person,
  eventId: known.id,
  contentType: null,
  fileSizeBytes: 3,
  issuedAt: now.toISOString(),
  savedAs: null,
});

/** The rest of a call that began before its person left: everything that can become somebody's. */
const creations: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  membership: ({ other, person }) => ensureMembership(other, { person: personOfKey(person), now }),
  vote: ({ items, person }) => castVote({ media: items[1], voter: person }, now),
  save: async ({ uploadId, known, person }) => {
    const media = mediaRecord(1, { id: mediaIdOf(uploadId), eventId: known.id, uploader: person });
    const refusal = await createMedia(media, { id: uploadId, eTag: 'etag', versionId: undefined });
    if (!refusal) await recordContent(media, 'etag');
    return refusal;
  },
  upload: ({ person, known }) => signUpload(personOfKey(person), { eventId: known.id }, now),
  payment: async ({ known, person }) => {
    const entitlement = await getEntitlement(known.id, person);
    if (!entitlement) return 'no membership';
    const payment = newPayment(known, { id: `pay_${randomUUID()}`, payer: person, amount: 500, now });
    return beginPayment(payment, entitlement);
  },
  subscription: ({ known, person }) =>
    putSubscription({
      eventId: known.id,
      endpointHash: randomUUID(),
      person,
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'p', auth: 'a' },
      createdAt: now.toISOString(),
    }),
};
const creationsOfUsers: typeof creations = {
  'co-host': ({ known, id }) => nameCoHost(known, { person: `user:${id}`, now }),
  join: ({ other, id }) => joinEvent(other, { userId: id, now }),
  claim: async ({ guestId, id, known }) => {
    await ensureMembership(known, { person: { kind: 'guest', guestId }, now }).catch(ignoreRefusal);
    const isClaimed = await markClaimed(guestId, id);
    if (isClaimed) await transferGuest({ guestId, userId: id }, now);
    return isClaimed;
  },
  session: async ({ id }) =>
    (await putUser(user(id), now)) && createSession({ tokenHash: randomUUID(), user: user(id) }, now),
};

const createOwnEvent = ({ id }: World) => createEvent(eventRecord({ id: newId('evt'), createdBy: id }));

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** When something is done: before every request, or not between two that only read. */
type Moment = { readonly at: number; readonly of: 'requests' | 'changes' };

/** Does something once, right at this moment. @returns whether it came to that */
async function before(moment: Moment, meanwhile: () => Promise<unknown>, work: () => Promise<unknown>) {
  let [passed, isDone, wasRead] = [0, false, false];
  const count =
    (next: (args: any) => Promise<any>, { commandName = '' }: { commandName?: string }) =>
    async (args: any) => {
      const isMoment = !isDone && (moment.of === 'requests' || !wasRead || isWrite(commandName));
      wasRead = !isWrite(commandName);
      if (isMoment && passed === moment.at) {
        isDone = true;
        await meanwhile();
      }
      if (isMoment) passed += 1;
      return next(args);
    };
  const options = { step: 'initialize', name: 'meanwhile', override: true } as const;
  dynamoClient().middlewareStack.add(count, options);
  sqsClient().middlewareStack.add(count, options);
  cognitoClient().middlewareStack.add(count, options);
  await work();
  for (const client of clients()) client.middlewareStack.remove('meanwhile');
  return isDone;
}

/** What `DELETE /api/auth/user` and `DELETE /api/guests/{id}` do. @returns false for an owner */
async function leave({ person }: World): Promise<boolean> {
  const who = personOfKey(person);
  if (who.kind === 'guest') return beginErasure(who, { withMedia: true, now });
  for (;;) {
    const owned = await readOwnership(who.userId);
    if (!owned || owned.ownsEvents) return false;
    if (await beginErasure(who, { withMedia: true, now, ownershipVersion: owned.version })) return true;
  }
}

/** Delivers the message that the table's stream sends, or that of the second look. */
async function erase(person: PersonKey, again?: readonly string[]): Promise<void> {
  const body = JSON.stringify({ kind: 'erase', person, withMedia: true, again });
  const record = { messageId: '1', body, attributes: { ApproximateReceiveCount: '1' } };
  const answer = await erasingJob({ Records: [record] } as never, {
    getRemainingTimeInMillis: () => 300_000,
  });
  expect(answer).toEqual({ batchItemFailures: [] });
}

/** How many people an event counts. */
async function peopleIn(eventId: string): Promise<number> {
  const shards = Array.from({ length: PEOPLE_SHARDS }, (_, shard) => keys.peopleCount(eventId, shard));
  return (await getRows(shards, { consistent: true })).reduce((sum, row) => sum + Number(row['people']), 0);
}

/** What is left after the second look, a quarter of an hour later. */
async function remains({ person, id, known, other, items, guestId }: World) {
  await erase(person, [known.id]);
  // A guest who was claimed meanwhile leaves as a person of their own: their row starts that.
  if ((await getRow(keys.guest(guestId)))?.['erasedAt'] !== undefined) {
    await erase(`guest:${guestId}`);
    await erase(`guest:${guestId}`, [known.id]);
  }
  const { counts } = sumMediaCounts(await readMediaCounts(known.id, { consistent: true }));
  return {
    // Only that they have left, for an hour.
    rows: await rowsNaming([id]),
    people: [await peopleIn(known.id), await peopleIn(other.id)],
    approved: counts.approved,
    votes: [await countVotes(items[0].id), await countVotes(items[1].id)],
    isActive: await isPersonActive(person),
    item: (await getMedia(items[0].id))?.id,
  };
}

const nothing = ({ items, person, id }: World, guestsLeft: number) => ({
  rows: person.startsWith('user:') ? [`USER#${id} / USER`] : [],
  people: [guestsLeft, 0],
  approved: 2,
  votes: [0, 0],
  isActive: false,
  item: items[0].id,
});

/** Guests who were only about to be claimed stay in the event. */
async function unclaimedGuests({ guestId, known }: World): Promise<number> {
  return (await getRow(keys.membership(known.id, `guest:${guestId}`))) ? 1 : 0;
}

/** How each of these creations ended: refused or not. */
type Outcomes = Map<string, Set<boolean>>;

/** All of them at one moment of the leaving, in a world that has the table to itself. @returns whether there was such a moment */
async function createBefore(
  at: number,
  { kind, of, alsoErases = true }: { kind: 'user' | 'guest'; of: typeof creations; alsoErases?: boolean },
  outcomes: Outcomes,
) {
  await deleteAllRows();
  const world = await newWorld(kind);
  const createAll = async () => {
    for (const [name, create] of Object.entries(of)) {
      const isRefused = await create(world).then(
        (answer) => answer === false || answer === 'left' || answer === 'no membership',
        (error: unknown) => {
          ignoreRefusal(error);
          return true;
        },
      );
      outcomes.set(name, (outcomes.get(name) ?? new Set()).add(isRefused));
    }
  };
  let hasLeft = false;
  const moment = { at, of: alsoErases && kind === 'guest' ? 'changes' : 'requests' } as const;
  const found = await before(moment, createAll, async () => {
    hasLeft = await leave(world);
    if (hasLeft && alsoErases) await erase(world.person);
  });
  return { world, hasLeft, found };
}

const both = (of: typeof creations): Outcomes =>
  new Map(Object.keys(of).map((name) => [name, new Set([false, true])]));

const everything = [
  ['guest', creations],
  ['user', { ...creations, ...creationsOfUsers }],
] as const;

it.each(everything)(
  'what a %s has under way when they leave is refused or erased with the rest, whenever it comes',
  async (kind, of) => {
    const outcomes: Outcomes = new Map();
    // What is erased of a guest is erased by the same job, which the user's every moment is for.
    const step = (at: number) => (kind === 'guest' && at > 2 ? 3 : 1);
    for (let at = 0; ; at += step(at)) {
      const { world, hasLeft, found } = await createBefore(at, { kind, of }, outcomes);
      expect({ at, hasLeft }).toEqual({ at, hasLeft: true });
      const left = { at, ...(await remains(world)) };
      expect(left).toEqual({ at, ...nothing(world, await unclaimedGuests(world)) });
      if (!found) break;
    }
    expect(outcomes).toEqual(both(of));
  },
  120_000,
);

it('who creates an event leaves it to nobody: one of the two is refused, whichever comes first', async () => {
  const [of, outcomes]: [typeof creations, Outcomes] = [{ event: createOwnEvent }, new Map()];
  const stayed = new Set<boolean>();
  let left: World | undefined;
  for (let request = 0; ; request += 1) {
    const { world, hasLeft, found } = await createBefore(
      request,
      { kind: 'user', of, alsoErases: false },
      outcomes,
    );
    stayed.add(!hasLeft);
    const rows = await rowsNaming([world.id]);
    const owns = rows.some(
      (row) => row.endsWith(`/ PERSON#${world.person}`) && !row.includes(world.known.id),
    );
    expect({ request, owns, isActive: await isPersonActive(world.person) }).toEqual({
      request,
      owns: !hasLeft,
      isActive: !hasLeft,
    });
    left = world;
    if (!found) break;
  }
  // After the last request.
  await expect(left && createOwnEvent(left)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect([outcomes, stayed]).toEqual([new Map([['event', new Set([false])]]), new Set([true, false])]);
}, 120_000);
