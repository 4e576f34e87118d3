import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import { handler as workPeople } from '../../functions/jobs/transfer-or-erase-person.ts';
import { transferGuest } from '../../functions/people/transfer-guest.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import { getRow } from '../../functions/table/dynamo.ts';
import { nameCoHost } from '../../functions/table/co-hosts.ts';
import { createEvent } from '../../functions/table/events.ts';
import { setBlocked } from '../../functions/table/give-up-place.ts';
import { createGuest, markClaimed } from '../../functions/table/people.ts';
import { keys } from '../../functions/table/keys.ts';
import { createMedia, getMedia } from '../../functions/table/media.ts';
import { parseMembership } from '../../functions/table/membership-row.ts';
import { ensureMembership } from '../../functions/table/membership-capacity.ts';
import { createUpload } from '../../functions/table/uploads.ts';
import { countVotes } from '../../functions/table/vote-counts.ts';
import { castVote, hasVoted } from '../../functions/table/votes.ts';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { putPeople } from '../fixtures/seed-people.ts';

// The stores run in this process, on a table of their own in the running system, which no other job follows.
// What a guest had begun before the claim ends at the worst moments.
const now = new Date();
const user = {
  id: 'aaaaaaaa-0000-4000-8000-000000000009',
  key: 'user:aaaaaaaa-0000-4000-8000-000000000009',
} as const;

beforeAll(async () => {
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT';
  await useOwnTable('guest-claims');
});

let event: EventRecord;
let guestId: string;
const claim = () => ({ guestId, userId: user.id });

beforeEach(async () => {
  event = eventRecord({ id: newId('evt') });
  guestId = newId('gst');
  await putPeople(`user:${event.createdBy}`, user.key);
  await createEvent(event);
  const createdAt = now.toISOString();
  await createGuest({ id: guestId, name: 'G', email: null, tokenHash: 'h', createdAt, claimedBy: null });
  await ensureMembership(event, { person: { kind: 'guest', guestId }, now });
});

afterEach(() => {
  dynamoClient().middlewareStack.remove('meanwhile');
});

/** Does something once, right before a transaction whose first write is meant. */
function before(isMeant: (first: any) => boolean, meanwhile: () => Promise<unknown>): void {
  let isDone = false;
  dynamoClient().middlewareStack.add(
    (next: (args: any) => Promise<any>) => async (args: any) => {
      const [first] = args.input.TransactItems ?? [];
      if (!isDone && first && isMeant(first)) {
        isDone = true;
        await meanwhile();
      }
      return next(args);
    },
    { step: 'initialize', name: 'meanwhile' },
  );
}

const names = (key: any, person: string): boolean =>
  JSON.stringify(key?.sk ?? '').includes(keys.membership(event.id, person as never).sk);

const beforeTheGuestLeaves = (meanwhile: () => Promise<unknown>): void =>
  before(({ Delete }) => names(Delete?.Key, `guest:${guestId}`), meanwhile);

async function save(): Promise<MediaRecord> {
  const person = `guest:${guestId}` as const;
  const id = newId('upl');
  const upload = { id, person, eventId: event.id, contentType: null, fileSizeBytes: null, savedAs: null };
  await createUpload({ ...upload, issuedAt: now.toISOString() });
  const media = mediaRecord(1, { id: mediaIdOf(id), eventId: event.id, uploader: person });
  expect(await createMedia(media, { id, eTag: '"e"', versionId: undefined })).toBeUndefined();
  return media;
}

describe('what a guest had begun when an account claimed them', () => {
  it('as a vote counts before the claim, is refused after it, and never counts for both', async () => {
    const items = makeMediaRecords(event.id, 2);
    await putItems(items);
    const [early, late] = items as [MediaRecord, MediaRecord];
    await castVote({ media: early, voter: `guest:${guestId}` }, now);
    expect(await markClaimed(guestId, user.id)).toBe(true);
    await expect(castVote({ media: late, voter: `guest:${guestId}` }, now)).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(await transferGuest(claim(), now)).toBe(true);
    expect(await countVotes(late.id)).toBe(0);
    await castVote({ media: late, voter: user.key }, now);
    expect(await countVotes(late.id)).toBe(1);
    expect(await hasVoted({ media: early, voter: user.key })).toBe(true);
    expect(await countVotes(early.id)).toBe(1);
  });

  it('as an upload is transferred, even if it is saved after the last look', async () => {
    let late: MediaRecord | undefined;
    const early = await save();
    await markClaimed(guestId, user.id);
    beforeTheGuestLeaves(async () => {
      late = await save();
    });
    expect(await transferGuest(claim(), now)).toBe(false);
    expect(await transferGuest(claim(), now)).toBe(true);
    for (const id of [early.id, late?.id ?? '']) expect((await getMedia(id))?.uploader).toBe(user.key);
    expect(await getRow(keys.membership(event.id, `guest:${guestId}`))).toBeUndefined();
    const membership = await getRow(keys.membership(event.id, user.key));
    expect(membership).toMatchObject({ uploadCount: 2, pendingCount: 0 });
  });

  it('is transferred by the job until nothing is left', async () => {
    await save();
    await markClaimed(guestId, user.id);
    let late: MediaRecord | undefined;
    beforeTheGuestLeaves(async () => {
      late = await save();
    });
    const body = JSON.stringify({ kind: 'claim', ...claim() });
    const message = { messageId: '1', body, attributes: { ApproximateReceiveCount: '1' } };
    const context = { getRemainingTimeInMillis: () => 60_000 };
    expect(await workPeople({ Records: [message] } as never, context)).toEqual({ batchItemFailures: [] });
    expect((await getMedia(late?.id ?? ''))?.uploader).toBe(user.key);
  });
});

const blockGuest = () => setBlocked(event.id, { person: `guest:${guestId}`, isBlocked: true });

async function ownMembership() {
  const row = await getRow(keys.membership(event.id, user.key));
  return row && parseMembership(row);
}

describe('a block of a guest', () => {
  it('is carried over to the account that claims them', async () => {
    await blockGuest();
    expect(await transferGuest(claim(), now)).toBe(true);
    expect(await ownMembership()).toMatchObject({ isBlocked: true });
  });

  it('is not if the account is a co-host', async () => {
    await ensureMembership(event, { person: { kind: 'user', userId: user.id }, now });
    await nameCoHost(event, { person: user.key, now });
    await blockGuest();
    expect(await transferGuest(claim(), now)).toBe(true);
    expect(await ownMembership()).toMatchObject({ isBlocked: false, isCoHost: true });
  });

  it('is not if the account becomes a co-host at that moment', async () => {
    await ensureMembership(event, { person: { kind: 'user', userId: user.id }, now });
    await blockGuest();
    before(
      ({ Update }) => names(Update?.Key, user.key) && String(Update.UpdateExpression).includes('isBlocked'),
      () => nameCoHost(event, { person: user.key, now }),
    );
    expect(await transferGuest(claim(), now)).toBe(true);
    expect(await ownMembership()).toMatchObject({ isBlocked: false, isCoHost: true });
  });
});
