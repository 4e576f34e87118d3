import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { dynamoClient, s3Client } from '../../functions/aws/clients.ts';
import { mediaBucket } from '../../functions/aws/settings.ts';
import { mediaIdOf } from '../../functions/domain/ids.ts';
import { incomingKey, originalKey } from '../../functions/storage/object-keys.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { type Key, keys } from '../../functions/table/keys.ts';
import { createMedia, getMedia } from '../../functions/table/media.ts';
import { markClaimed } from '../../functions/table/people.ts';
import { mediaCountShardOf } from '../../functions/table/shards.ts';
import { castVote } from '../../functions/table/votes.ts';
import { mediaFacts, mediaRecord } from '../fixtures/records.ts';
import { itemRow, makeMediaRecords, putItems } from '../fixtures/seed-table.ts';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, type File, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace } from '../fixtures/seed-item.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

// What only a schedule or a rare moment brings about: rows are put into that state directly.

const base = inject('siteUrl');
let host: SignedIn;

const FACTS = mediaFacts({ renditions: [{ name: 'large.webp', width: 60, height: 40 }] });

/** An item of the host's whose files nothing has been made of for months. */
const unfinished = (eventId: string, file: File): MediaRecord =>
  mediaRecord(1, {
    eventId,
    uploader: `user:${host.userId}`,
    mimeType: file.type,
    fileSizeBytes: file.bytes.length,
    uploadedAt: '2026-01-01T00:00:00.000Z',
    state: 'processing',
    place: null,
    facts: null,
  });

beforeAll(async () => {
  host = await newUser(base);
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Odd moments', ...fields });

async function invoke(id: string, event: object): Promise<unknown> {
  const reply = await fetch(`${inject('invokeUrl')}/${id}`, { method: 'POST', body: JSON.stringify(event) });
  const result = (await reply.json()) as { ok: boolean; payload: unknown };
  expect(result).toMatchObject({ ok: true });
  return result.payload;
}

async function rowAt(key: Key): Promise<Record<string, unknown>> {
  const { Item } = await dynamoClient().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item ?? {};
}

const putBack = (Item: Record<string, unknown>) =>
  dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));

const stateOf = async (media: Pick<MediaRecord, 'id'>) => (await rowAt(keys.media(media.id)))['state'];

/** Repairs until something was found: the index that is read is a little late. */
const repair = () =>
  eventually(async () => {
    const { redriven } = (await invoke('repair-media', { olderThanSeconds: 3600 })) as { redriven: number };
    return redriven > 0;
  });

describe('the scheduled repair', () => {
  it('gives up an item of which neither original nor upload is left', async () => {
    const [lost] = makeMediaRecords(await newEvent(), 1, () => ({
      state: 'processing',
      uploadedAt: '2026-01-01T00:00:00.000Z',
    }));
    await putItems([lost as MediaRecord]);
    await repair();
    expect(await stateOf(lost as MediaRecord)).toBe('unsupported');
  });

  it('copies the version that a save has recorded which died before its copy', async () => {
    const eventId = await newEvent();
    const file = await jpegFile(2);
    const id = (await putUpload(host, eventId, file)).slice('/objects/uploads/'.length);
    const stored = { Bucket: mediaBucket(), Key: incomingKey(id) };
    const { ETag = '', VersionId } = await s3Client().send(new HeadObjectCommand(stored));
    const media = { ...unfinished(eventId, file), id: mediaIdOf(id) };
    expect(await createMedia(media, { id, eTag: ETag, versionId: VersionId })).toBeUndefined();
    // What has replaced the file since is not what was saved.
    await s3Client().send(new PutObjectCommand({ ...stored, Body: (await jpegFile(3)).bytes }));
    await repair();
    expect(await processedItem(host, eventId, media.id)).toMatchObject({ state: 'ready' });
    const kept = { Bucket: mediaBucket(), Key: originalKey(media) };
    expect((await s3Client().send(new HeadObjectCommand(kept))).ETag).toBe(ETag);
  });

  it('has an original worked on whose notification was lost', async () => {
    const eventId = await newEvent();
    const file = await jpegFile(2);
    const { id } = await upload(host, eventId, file);
    await processedItem(host, eventId, id);
    await putBack(itemRow({ ...unfinished(eventId, file), id }));
    await repair();
    expect(await processedItem(host, eventId, id)).toMatchObject({ state: 'ready' });
  });
});

describe('the daily reconciliation', () => {
  it('settles a payment whose webhook never came', async () => {
    const eventId = await newEvent({ isPaid: true, priceCents: 500 });
    const guest = await seedGuest(base);
    const { json } = await guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
    const { payments } = (await host.get(`/api/events/${eventId}/payments`)).json;
    const payment = keys.payment({ eventId, id: payments[0]?.id ?? '' });
    const standing = keys.membership(eventId, `guest:${guest.guestId}`);
    const before = await Promise.all([rowAt(payment), rowAt(standing)]);
    await chooseOnCheckoutPage(guest, json.url, 'pay');
    const hasPaid = async () =>
      (await guest.get(`/api/events/${eventId}/payment-status?${guestQuery(guest)}`)).json.hasPaid;
    await eventually(hasPaid);
    // As if the webhook had never come, a day ago.
    const [pending, unpaid] = before;
    const createdAt = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await putBack({
      ...pending,
      createdAt,
      gsi5sk: String(pending?.['gsi5sk']).replace(String(pending?.['createdAt']), createdAt),
    });
    await putBack({ ...unpaid });
    expect(await hasPaid()).toBe(false);
    await invoke('reconcile-payments', {});
    expect(await hasPaid()).toBe(true);
  });
});

describe('an item', () => {
  it('that is saved again once it is ready is answered with its renditions', async () => {
    const eventId = await newEvent({ moderationEnabled: true });
    for (const person of [await newUser(base), await seedGuest(base)]) {
      if ('userId' in person) await seedPlace(person, eventId);
      const file = await jpegFile('userId' in person ? 1 : 2);
      const objectPath = await putUpload(person, eventId, file);
      const first = await save(person, eventId, { objectPath, file });
      await processedItem(person, eventId, first.json.id);
      const again = await save(person, eventId, { objectPath, file });
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.json).toMatchObject({ id: first.json.id, duplicateOf: null });
      const query = 'token' in person ? `?${guestQuery(person)}` : '';
      const alone = await person.get(`/api/media/${first.json.id}${query}`);
      for (const { json } of [again, alone]) expect(JSON.stringify(json)).toContain('Signature=');
    }
  });

  it('whose files have not been moved yet is downloaded from where they are', async () => {
    const [item] = makeMediaRecords(await newEvent(), 1, () => ({
      status: 'approved',
      place: 'held',
      facts: FACTS,
    }));
    await putItems([item as MediaRecord]);
    const guest = await seedGuest(base);
    const reply = await guest.get(`/api/media/${item?.id}/download?${guestQuery(guest)}`);
    expect([reply.status, reply.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/media/held/'),
    ]);
  });
});

describe('what a call left undone that died after its write', () => {
  it('is done for a vote: lists count it', async () => {
    const [eventId, voter] = [await newEvent(), await newUser(base)];
    const media = await seedItem(host, eventId);
    await castVote({ media, voter: `user:${voter.userId}` }, new Date());
    await eventually(async () => (await getMedia(media.id))?.voteCount === 1);
    expect((await host.get(`/api/events/${eventId}/media`)).json[0]?.voteCount).toBe(1);
    expect((await host.get(`/api/media/${media.id}/votes`)).json.count).toBe(1);
  });

  it('is done for a claim: items and votes are the account’s', async () => {
    const eventId = await newEvent();
    const [guest, user] = [await seedGuest(base), await newUser(base)];
    const { id } = await seedItem(guest, eventId);
    const vote = await guest.post(`/api/media/${id}/vote`, credentials(guest));
    expect(vote).toMatchObject({ status: 200, json: { count: 1 } });
    expect(await markClaimed(guest.guestId, user.userId)).toBe(true);
    await eventually(async () => {
      const [item] = (await user.get(`/api/events/${eventId}/media`)).json;
      return item?.uploadedBy === user.userId && item.hasVoted;
    });
    expect((await host.get(`/api/media/${id}/votes`)).json.count).toBe(1);
  });
});

describe('an event', () => {
  it('of more items than one choice reads can have highlights', async () => {
    const eventId = await newEvent();
    const items = makeMediaRecords(eventId, 4, () => ({ status: 'approved' }));
    await putItems(items);
    const anyItem = makeMediaRecords(eventId, 1)[0]?.id ?? '';
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.mediaCounts(eventId, mediaCountShardOf(anyItem)),
        UpdateExpression: 'ADD approved :more',
        ExpressionAttributeValues: { ':more': 6000 },
      }),
    );
    const { status, json } = await host.post(`/api/events/${eventId}/highlights/calculate`);
    expect(status).toBe(200);
    expect(new Set(json.map(({ id }) => id)).size).toBe(3);
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(json.map(({ id }) => id)));
    const listed = await host.get(`/api/events/${eventId}/highlights`);
    expect(listed.json.map(({ id }) => id)).toEqual(json.map(({ id }) => id));
  });
});

it('signing out ends the session in the table', async () => {
  const user = await newUser(base);
  expect((await user.get('/api/logout')).status).toBe(302);
  expect((await user.get('/api/auth/user')).status).toBe(401);
});
