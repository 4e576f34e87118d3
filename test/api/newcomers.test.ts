import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { splitLimit } from '../../functions/domain/event-limits.ts';
import {
  LEAST_BITS,
  NEW_GUESTS,
  NEW_PEOPLE,
  NEW_PEOPLE_OF_ADDRESS,
  PACE_SHARDS,
  type Pace,
} from '../../functions/domain/newcomer-pace.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { type Key, keys } from '../../functions/table/keys.ts';
import { PEOPLE_SHARDS } from '../../functions/table/shards.ts';
import { windowAt } from '../../functions/table/pace-windows.ts';
import { PROOF_HEADER } from '../../shared/contract/proof-of-work.ts';
import { proofFor } from '../fixtures/api-client.ts';
import { ClientAt, newGuestAt } from '../fixtures/client-at.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { type File, issueUpload, jpegFile, upload } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const base = inject('siteUrl');
const PLACES = Number(inject('environment')['EVENT_PEOPLE_LIMIT']);
const ASKED = { status: 429, json: { code: 'proof_required', bits: LEAST_BITS } };

let host: SignedIn;
let file: File;

beforeAll(async () => {
  host = await newUser(base);
  file = await jpegFile(1);
});

async function set(key: Key, values: Record<string, number>): Promise<void> {
  await dynamoClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: key,
      UpdateExpression: `SET ${Object.keys(values)
        .map((name) => `${name} = :${name}`)
        .join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`:${name}`, value]),
      ),
    }),
  );
}

/** Nobody waits for hundreds of people: they are counted as having come, so many in this window, and all in the next. */
async function haveCome(of: { endpointId: string; subject: string; pace: Pace }, now: number, next = now) {
  for (const [windows, calls] of [now, next].entries()) {
    const window = windowAt(of, new Date(Date.now() + windows * of.pace.windowSeconds * 1000));
    await set(keys.rateLimit(window), { calls, expiresAtSeconds: window.windowEnd + 600 });
  }
}

const EACH = NEW_PEOPLE.max / PACE_SHARDS;

async function manyHaveCome(eventId: string, ofEach = EACH): Promise<void> {
  for (let shard = 0; shard < PACE_SHARDS; shard += 1) {
    const of = { endpointId: 'new-people', subject: `${eventId}#${shard}`, pace: NEW_PEOPLE };
    await haveCome(of, ofEach, EACH);
  }
}

/** How many have been counted as new in an event, in the windows of this minute and the one before. */
async function countedAsNew(eventId: string): Promise<number> {
  let sum = 0;
  for (let shard = 0; shard < PACE_SHARDS; shard += 1) {
    for (const minutes of [0, 1]) {
      const of = { endpointId: 'new-people', subject: `${eventId}#${shard}`, pace: NEW_PEOPLE };
      const row = await getRow(keys.rateLimit(windowAt(of, new Date(Date.now() - minutes * 60_000))));
      sum += Number(row?.['calls'] ?? 0);
    }
  }
  return sum;
}

const hashOf = (address: string): string => createHash('sha256').update(address).digest('hex').slice(0, 32);

async function newEvent() {
  const eventId = await seedEvent(host);
  return { eventId, itemId: (await seedItem(host, eventId)).id };
}

const vote = (guest: Guest, itemId: string) => guest.post(`/api/media/${itemId}/vote`, credentials(guest));
const voteOnce = (guest: Guest, itemId: string, proof?: string) =>
  guest.sendOnce('POST', `/api/media/${itemId}/vote`, {
    body: JSON.stringify(credentials(guest)),
    headers: { 'content-type': 'application/json', ...(proof !== undefined && { [PROOF_HEADER]: proof }) },
  });

describe('a newcomer above the pace of an event', () => {
  it('proves work and takes a place; who has one is not asked', async () => {
    const { eventId, itemId } = await newEvent();
    const other = await seedItem(host, eventId);
    const [early, late] = [await seedGuest(base), await seedGuest(base)];
    expect((await voteOnce(early, itemId)).status).toBe(200);
    await manyHaveCome(eventId);
    const asked = await voteOnce(late, itemId);
    expect(asked).toMatchObject(ASKED);
    expect(asked.headers.get('retry-after')).toBe('0');
    expect((await voteOnce(late, itemId, proofFor(asked))).status).toBe(200);
    for (const guest of [early, late]) expect((await voteOnce(guest, other.id)).status).toBe(200);
    expect((await issueUpload(await seedGuest(base), { eventId })).status).toBe(201);
    const user = await newUser(base);
    expect(await user.sendOnce('POST', `/api/events/${eventId}/join`, {})).toMatchObject(ASKED);
    expect((await user.post(`/api/events/${eventId}/join`)).status).toBe(201);
  });

  it('is not counted for a vote that is refused, and once for votes that arrive at the same moment', async () => {
    const eventId = await seedEvent(host, { moderationEnabled: true });
    const waiting = { status: 'pending' } as const;
    const items = [await seedItem(host, eventId, waiting), await seedItem(host, eventId, waiting)];
    const [guest, other] = [await seedGuest(base), await seedGuest(base)];
    const pending = await seedItem(other, eventId, waiting);
    const before = await countedAsNew(eventId);
    expect(await voteOnce(guest, pending.id)).toMatchObject({ status: 409, json: { code: 'not_approved' } });
    expect(await countedAsNew(eventId)).toBe(before);
    for (const { id } of items) await host.put(`/api/media/${id}/moderate`, { status: 'approved' });
    const votes = await Promise.all(items.map(({ id }) => voteOnce(guest, id)));
    expect(votes.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countedAsNew(eventId)).toBe(before + 1);
  });

  it('cannot use the proof of another, of another event, or one that it made up', async () => {
    const [one, two] = [await newEvent(), await newEvent()];
    for (const { eventId } of [one, two]) await manyHaveCome(eventId);
    const [ann, bob] = [await seedGuest(base), await seedGuest(base)];
    const proof = proofFor(await voteOnce(ann, one.itemId)) ?? '';
    const forged = proof.replace(/\.\d\d\./, '.00.');
    for (const [guest, itemId, text] of [
      [bob, one.itemId, proof],
      [ann, two.itemId, proof],
      [ann, one.itemId, forged],
      [ann, one.itemId, 'e.x'],
    ] as const)
      expect(await voteOnce(guest, itemId, text)).toMatchObject(ASKED);
    expect((await voteOnce(ann, one.itemId, proof)).status).toBe(200);
  });

  it('comes from an address of which many have come, and those of others come freely', async () => {
    const { eventId, itemId } = await newEvent();
    const [near, far] = ['127.0.1.1', '127.0.1.2'];
    const pace = NEW_PEOPLE_OF_ADDRESS;
    const subject = `${eventId}#${hashOf(near)}`;
    await haveCome({ endpointId: 'new-people-of-address', subject, pace }, pace.max);
    const [ann, bob] = [await newGuestAt(base, near), await newGuestAt(base, far)];
    expect(await voteOnce(ann, itemId)).toMatchObject(ASKED);
    expect((await voteOnce(bob, itemId)).status).toBe(200);
    await upload(ann, eventId, file);
    for (const guest of [ann, bob]) guest.close();
  });
});

describe('a new guest of an address of which thousands have come', () => {
  it('proves work, and each proof is good for one', async () => {
    const address = '127.0.1.3';
    await haveCome(
      { endpointId: 'create-guest', subject: hashOf(address), pace: NEW_GUESTS },
      NEW_GUESTS.max,
    );
    const client = new ClientAt(base, address);
    const ask = (proof = '') =>
      client.sendOnce('POST', '/api/guests', {
        body: '{"name":"Grace"}',
        headers: { 'content-type': 'application/json', [PROOF_HEADER]: proof },
      });
    const asked = await ask();
    expect(asked).toMatchObject(ASKED);
    const proof = proofFor(asked);
    expect((await ask(proof)).status).toBe(201);
    expect(await ask(proof)).toMatchObject({ status: 429, json: { code: 'proof_required' } });
    expect((await client.post('/api/guests', { name: 'Grace' })).status).toBe(201);
    client.close();
  });
});

describe('ghosts', () => {
  it('take no place from the guests of a party, though they come from its address and before it', async () => {
    const { eventId, itemId } = await newEvent();
    const address = '127.0.1.4';
    // Room for the party and for what ghosts can take: a few of the pace, and those who prove work.
    const [ghosts, guests, proving] = [10, 2, 2];
    const free = PACE_SHARDS;
    for (const [shard, most] of splitLimit(PLACES, PEOPLE_SHARDS).entries())
      await set(keys.peopleCount(eventId, shard), {
        people: most - (guests + proving + free) / PEOPLE_SHARDS,
      });
    await manyHaveCome(eventId, EACH - 1);
    const ghost = async (number: number): Promise<void> => {
      const one = await newGuestAt(base, address, { provesWork: number < proving });
      await issueUpload(one, { eventId });
      if (number < proving / 2) await upload(one, eventId, file);
      else for (let tries = 0; tries < 2; tries += 1) await vote(one, itemId);
      one.close();
    };
    const guest = async (number: number): Promise<number> => {
      const one = await newGuestAt(base, address);
      const { status } = await vote(one, itemId);
      if (number === 0) await upload(one, eventId, file);
      one.close();
      return status;
    };
    // More of them try than there are places, all before the first guest.
    expect(ghosts).toBeGreaterThan(guests + proving + free);
    await Promise.all(Array.from({ length: ghosts }, (_, number) => ghost(number)));
    const party = await Promise.all(Array.from({ length: guests }, (_, number) => guest(number)));
    expect(party).toEqual(Array.from({ length: guests }, () => 200));
  });
});
