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
import { createMedia } from '../../functions/table/media.ts';
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
import { newUploadRow, recordContent } from '../../functions/table/uploads.ts';
import { countVotes } from '../../functions/table/vote-counts.ts';
import { castVote } from '../../functions/table/votes.ts';
import { signUpload } from '../../functions/uploads/issue-upload.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { isWrite } from '../fixtures/event-deletion-job.ts';
import { deleteAllRows, rowsNaming } from '../fixtures/person-rows.ts';
import { itemRow, putRows } from '../fixtures/seed-table.ts';

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

/** More moments at which something is saved than there are in one leaving. */
const MOMENTS = 12;

/** Somebody with a little of everything, and what they might act on. */
type World = {
  readonly person: PersonKey;
  readonly id: string;
  /** Where they have been before, and where they have not. */
  readonly known: EventRecord;
  readonly other: EventRecord;
  readonly votedFor: MediaRecord[];
  /** What they save at one moment each: uploads issued before. */
  readonly uploadIds: string[];
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
  const uploadIds = Array.from({ length: MOMENTS }, () => newId('upl'));
  const world: World = { person, id, known, other, votedFor: [], uploadIds, guestId };
  await ensureMembership(known, { person: personOfKey(person), now });
  await castVote({ media: await newItemToVoteFor(world), voter: person }, now);
  await countUnsaved({ person, uploadId: uploadIds[0] ?? '' }, now);
  await putRows(uploadIds.map((uploadId) => newUploadRow({ ...upload(world), id: uploadId })));
  return world;
}

/** Another's, without the event's counts, to which saves add and from which the leaving takes. */
async function newItemToVoteFor({ known, votedFor }: World): Promise<MediaRecord> {
  const media = mediaRecord(1, {
    id: mediaIdOf(newId('upl')),
    eventId: known.id,
    uploader: `user:${known.createdBy}`,
  });
  await putRows([itemRow(media)]);
  votedFor.push(media);
  return media;
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
  vote: async (world) => castVote({ media: await newItemToVoteFor(world), voter: world.person }, now),
  save: async ({ uploadIds, known, person }) => {
    const uploadId = uploadIds.shift();
    if (uploadId === undefined) throw new Error('A leaving has more moments than that.');
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

/** When something is done: before which of all requests, or of those that follow or make a change. */
type Moments = { readonly of: 'requests' | 'changes'; readonly isMeant: (at: number) => boolean };

/** Does something right before these moments of some work, which is told how many have passed. */
async function before(
  { of, isMeant }: Moments,
  meanwhile: () => Promise<unknown>,
  work: (passed: () => number) => Promise<unknown>,
) {
  let [passed, isElsewhere, wasRead] = [0, false, false];
  const count =
    (next: (args: any) => Promise<any>, { commandName = '' }: { commandName?: string }) =>
    async (args: any) => {
      if (isElsewhere) return next(args);
      const isMoment = of === 'requests' || !wasRead || isWrite(commandName);
      wasRead = !isWrite(commandName);
      if (isMoment && isMeant(passed)) {
        isElsewhere = true;
        await meanwhile();
        isElsewhere = false;
      }
      if (isMoment) passed += 1;
      return next(args);
    };
  const options = { step: 'initialize', name: 'meanwhile', override: true } as const;
  dynamoClient().middlewareStack.add(count, options);
  sqsClient().middlewareStack.add(count, options);
  cognitoClient().middlewareStack.add(count, options);
  await work(() => passed);
  for (const client of clients()) client.middlewareStack.remove('meanwhile');
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
async function remains({ person, id, known, other, votedFor, guestId }: World) {
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
    votes: new Set(await Promise.all(votedFor.map((media) => countVotes(media.id)))),
    isActive: await isPersonActive(person),
  };
}

const nothing = ({ person, id }: World, guestsLeft: number) => ({
  rows: person.startsWith('user:') ? [`USER#${id} / USER`] : [],
  people: [guestsLeft, 0],
  approved: 0,
  votes: new Set([0]),
  isActive: false,
});

/** Guests who were only about to be claimed stay in the event. */
async function unclaimedGuests({ guestId, known }: World): Promise<number> {
  return (await getRow(keys.membership(known.id, `guest:${guestId}`))) ? 1 : 0;
}

/** How each of these creations ended: refused or not. */
type Outcomes = Map<string, Set<boolean>>;

type Leaving = { readonly kind: 'user' | 'guest'; readonly of: typeof creations; readonly moments: Moments };

/** All of them at these moments of a leaving, in a world that has the table to itself. */
async function createWhileLeaving({ kind, of, moments }: Leaving, outcomes: Outcomes, alsoErases = true) {
  await deleteAllRows();
  const world = await newWorld(kind);
  const ends = { hasLeft: false, begunAt: 0, created: 0 };
  const createAll = async () => {
    ends.created += 1;
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
  await before(moments, createAll, async (passed) => {
    ends.hasLeft = await leave(world);
    ends.begunAt = passed();
    if (ends.hasLeft && alsoErases) await erase(world.person);
  });
  return { world, ...ends };
}

const both = (of: typeof creations): Outcomes =>
  new Map(Object.keys(of).map((name) => [name, new Set([false, true])]));

// Creations of one leaving are so many moments apart: each moment meets them in one of as many leavings. A user's
// leaving has every moment, a guest's not those between two reads.
const everything = [
  ['guest', creations, { of: 'changes', apart: 2 }],
  ['user', { ...creations, ...creationsOfUsers }, { of: 'requests', apart: 6 }],
] as const;

it.each(everything)(
  'what a %s has under way when they leave is refused or erased with the rest, whenever it comes',
  async (kind, of, { of: moment, apart }) => {
    const outcomes: Outcomes = new Map();
    let created = 0;
    // Until the leaving has begun, all is created, and would be there already at a later moment.
    let begun = Infinity;
    for (let first = 0; first < begun + apart; first += 1) {
      const isMeant = (at: number) =>
        at === first || (first >= begun && at > first && (at - first) % apart === 0);
      const leaving = { kind, of, moments: { of: moment, isMeant } } as const;
      const { world, hasLeft, begunAt, ...found } = await createWhileLeaving(leaving, outcomes);
      begun = Math.min(begun, begunAt);
      created += found.created;
      expect({ first, hasLeft }).toEqual({ first, hasLeft: true });
      const left = { first, ...(await remains(world)) };
      expect(left).toEqual({ first, ...nothing(world, await unclaimedGuests(world)) });
    }
    expect(created).toBeGreaterThan(10);
    expect(outcomes).toEqual(both(of));
  },
  120_000,
);

it('who creates an event leaves it to nobody: one of the two is refused, whichever comes first', async () => {
  const [of, outcomes]: [typeof creations, Outcomes] = [{ event: createOwnEvent }, new Map()];
  const stayed = new Set<boolean>();
  let left: World | undefined;
  for (let request = 0, isOver = false; !isOver; request += 1) {
    const moments = { of: 'requests', isMeant: (at: number) => at === request } as const;
    const leaving = { kind: 'user', of, moments } as const;
    const { world, hasLeft, created } = await createWhileLeaving(leaving, outcomes, false);
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
    isOver = created === 0;
  }
  // After the last request.
  await expect(left && createOwnEvent(left)).rejects.toMatchObject({ kind: 'unauthenticated' });
  expect([outcomes, stayed]).toEqual([new Map([['event', new Set([false])]]), new Set([true, false])]);
}, 120_000);
