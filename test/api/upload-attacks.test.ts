import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { SIGNED_URL_SECONDS } from '../../functions/domain/file-lifetimes.ts';
import { newId } from '../../functions/domain/ids.ts';
import { MAX_UNSAVED } from '../../functions/domain/unsaved-uploads.ts';
import { listNewestVersions } from '../../functions/storage/upload-versions.ts';
import { keys } from '../../functions/table/keys.ts';
import { updateRow } from '../../functions/table/update-row.ts';
import type { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { eventually, type File, issueUpload, jpegFile, putFile, save, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';

const base = inject('siteUrl');
Object.assign(process.env, inject('environment'));

let host: SignedIn;
let guest: Guest;
let eventId: string;
let photo: File;

beforeAll(async () => {
  host = await newUser(base);
  guest = await seedGuest(base);
  eventId = await seedEvent(host, { name: 'Attacked' });
  photo = await jpegFile(1);
  return () => dynamoClient().destroy();
});

const put = async (url: string, body: RequestInit['body']) =>
  (await fetch(url, { method: 'PUT', body })).status;
type Issued = { url: string; objectPath: string };

const idIn = (objectPath: string): string => objectPath.split('/').pop() ?? '';
const issue = async (client: Client = guest, request: object = {}) =>
  (await issueUpload(client, { eventId, ...request })).json as Issued;
/** Waits until so many versions of an upload are left. */
const left = (objectPath: string, count: number) =>
  eventually(async () => (await listNewestVersions(idIn(objectPath))).versions.length === count);

async function original(mediaId: string): Promise<Buffer> {
  const { headers } = await guest.get(`/api/media/${mediaId}/download?${guestQuery(guest)}`);
  return Buffer.from(await (await fetch(headers.get('location') as string)).arrayBuffer());
}

describe('a URL that says nothing of its file', () => {
  it('takes a file over 100 MB, which is gone at once, and the save says why', async () => {
    const { url, objectPath } = await issue();
    expect(await put(url, new Uint8Array(101 * 1024 * 1024))).toBe(200);
    const tooLarge = { status: 413, json: { code: 'file_too_large' } };
    expect(await save(guest, eventId, { objectPath, file: photo })).toMatchObject(tooLarge);
    await left(objectPath, 0);
    expect(await save(guest, eventId, { objectPath, file: photo })).toMatchObject(tooLarge);
    // A right one may follow.
    await putFile({ url, objectPath }, photo);
    expect((await save(guest, eventId, { objectPath, file: photo })).status).toBe(201);
  });

  it('keeps of several files the last one only', async () => {
    const { url, objectPath } = await issue();
    for (const body of ['one', 'two', 'three']) expect(await put(url, body)).toBe(200);
    await left(objectPath, 1);
    expect(await listNewestVersions(idIn(objectPath))).toMatchObject({ versions: [{ sizeBytes: 5 }] });
  });

  it('changes nothing of what is saved, and what is sent to it afterwards does not stay', async () => {
    const { url, objectPath } = await issue();
    await putFile({ url, objectPath }, photo);
    const { json } = await save(guest, eventId, { objectPath, file: photo });
    await left(objectPath, 0);
    const other = await jpegFile(2);
    expect(await put(url, new Uint8Array(other.bytes))).toBe(200);
    const again = await save(guest, eventId, { objectPath, file: other });
    expect(again).toMatchObject({ status: 200, json: { id: json.id } });
    await left(objectPath, 0);
    expect((await original(json.id)).equals(photo.bytes)).toBe(true);

    // Nor of what is still processed.
    await processedItem(guest, eventId, json.id);
    await updateRow(keys.media(json.id), {
      UpdateExpression: 'SET #state = :processing',
      ConditionExpression: '#state = :ready',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':processing': 'processing', ':ready': 'ready' },
    });
    expect(await put(url, 'another')).toBe(200);
    await left(objectPath, 0);
    expect((await original(json.id)).equals(photo.bytes)).toBe(true);
  });
});

describe('unsaved uploads', () => {
  it('of today stay when those of yesterday are removed', async () => {
    const { url, objectPath } = await issue();
    await putFile({ url, objectPath }, photo);
    const run = await fetch(`${inject('invokeUrl')}/remove-unsaved-uploads`, { method: 'POST', body: '{}' });
    expect(await run.json()).toMatchObject({ payload: { removed: 0, failed: 0 } });
    expect((await save(guest, eventId, { objectPath, file: photo })).status).toBe(201);
  });

  it(`are at most ${MAX_UNSAVED} a person, however fast they are asked for; a saved one makes room`, async () => {
    const person = await seedGuest(base);
    const [free, issuedAt] = [4, Math.floor(Date.now() / 1000)];
    const before = Array.from({ length: MAX_UNSAVED - free }, () => [newId('upl'), issuedAt] as const);
    await updateRow(keys.unsavedUploads(`guest:${person.guestId}`), {
      UpdateExpression: 'SET issued = :before, expiresAtSeconds = :expires',
      ExpressionAttributeValues: { ':before': Object.fromEntries(before), ':expires': issuedAt + 86_400 },
    });
    const answers = await Promise.all(
      Array.from({ length: 2 * free }, () => issueUpload(person, { eventId })),
    );
    const issued = answers.filter(({ status }) => status === 201).map(({ json }) => json);
    expect(issued).toHaveLength(free);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_unsaved' } });
    const waitSeconds = Number(refused?.headers.get('retry-after'));
    expect(waitSeconds).toBeGreaterThan(0);
    expect(waitSeconds).toBeLessThanOrEqual(SIGNED_URL_SECONDS);
    expect((await issueUpload(guest, { eventId })).status).toBe(201);

    const [first, second, oldest] = issued as [Issued, Issued, Issued];
    const objectPath = await putFile(first, photo);
    expect((await save(person, eventId, { objectPath, file: photo })).status).toBe(201);
    expect((await issueUpload(person, { eventId })).status).toBe(201);
    expect((await issueUpload(person, { eventId })).status).toBe(429);
    expect((await issueUpload(person, { eventId, replaces: second.objectPath })).status).toBe(201);

    // Once the URL of the oldest has expired, it gives way.
    await putFile(oldest, photo);
    await updateRow(keys.unsavedUploads(`guest:${person.guestId}`), {
      UpdateExpression: 'SET issued.#oldest = :then',
      ConditionExpression: 'attribute_exists(issued.#oldest)',
      ExpressionAttributeNames: { '#oldest': idIn(oldest.objectPath) },
      ExpressionAttributeValues: { ':then': Math.floor(Date.now() / 1000) - SIGNED_URL_SECONDS },
    });
    expect((await issueUpload(person, { eventId })).status).toBe(201);
    await left(oldest.objectPath, 0);
    expect((await save(person, eventId, { objectPath: oldest.objectPath, file: photo })).json).toMatchObject({
      code: 'unknown_upload',
    });
  });

  it('of others, and saved ones, are replaced by nobody', async () => {
    const theirs = await issue();
    await putFile(theirs, photo);
    await issue(await seedGuest(base), { replaces: theirs.objectPath });
    expect((await save(guest, eventId, { objectPath: theirs.objectPath, file: photo })).status).toBe(201);
    const { objectPath, id } = await upload(guest, eventId, photo);
    await issue(guest, { replaces: objectPath });
    const { objectPath: own } = await issue(host);
    expect((await issueUpload(host, { replaces: own })).status).toBe(201);
    expect((await save(host, eventId, { objectPath: own, file: photo })).json.code).toBe('unknown_upload');
    expect((await original(id)).equals(photo.bytes)).toBe(true);
  });
});
