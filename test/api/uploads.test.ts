import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { type File, issueUpload, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';

const base = inject('siteUrl');
const MEGABYTE = 1024 * 1024;

let host: SignedIn;
let guest: Guest;
let eventId: string;
let file: File;
let body: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  host = await newUser(base);
  guest = await seedGuest(base);
  eventId = await seedEvent(host, { name: 'Uploads' });
  file = await jpegFile(1);
  body = new Uint8Array(file.bytes);
});

const send = (url: string, body: RequestInit['body'], headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body, headers });

/** Uploads as a client that knows only the calls' specification: no type, no length, no headers. */
async function putPlainly(client: Client, bytes: Buffer): Promise<string> {
  const { status, json } = await issueUpload(client, { eventId });
  expect(status).toBe(201);
  expect((await send(json.url, new Uint8Array(bytes))).status).toBe(200);
  return json.objectPath;
}

/** An item's original, as its uploader downloads it. */
async function original(uploader: Guest, mediaId: string): Promise<Buffer> {
  const { headers } = await uploader.get(`/api/media/${mediaId}/download?${guestQuery(uploader)}`);
  const response = await fetch(headers.get('location') as string);
  return Buffer.from(await response.arrayBuffer());
}

describe('an upload URL', () => {
  it('that was asked for without parameters takes a plain PUT, and a second one', async () => {
    const { json } = await host.post('/api/objects/upload');
    expect((await send(json.url, body)).status).toBe(200);
    expect((await send(json.url, body)).status).toBe(200);
    expect((await save(host, eventId, { objectPath: json.objectPath, file })).status).toBe(201);
  });

  it('takes the type and the length that were named, and no others', async () => {
    const { json } = await issueUpload(host, {
      eventId,
      contentType: file.type,
      fileSize: file.bytes.length,
    });
    const type = { 'content-type': file.type };
    expect((await send(json.url, body, { 'content-type': 'text/html' })).status).toBe(403);
    expect((await send(json.url, new Uint8Array(2 * body.length), type)).status).toBe(403);
    expect((await send(json.url, body, type)).status).toBe(200);
  });

  it('for one file refuses a repeated PUT, and keeps the first file', async () => {
    const { json } = await issueUpload(guest, { eventId, once: true });
    const once = { 'if-none-match': '*' };
    expect((await send(json.url, body)).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => send(json.url, body, once)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect((await send(json.url, 'other', once)).status).toBe(412);
    const { id } = (await save(guest, eventId, { objectPath: json.objectPath, file })).json;
    expect((await original(guest, id)).equals(file.bytes)).toBe(true);
  });

  it('is refused for what could not be saved', async () => {
    const request = { eventId, contentType: 'image/jpeg', fileSize: 1000 };
    const ask = (change: object) => issueUpload(guest, { ...request, ...change });
    expect(await ask({ fileSize: 100 * MEGABYTE + 1 })).toMatchObject({
      status: 413,
      json: { code: 'file_too_large' },
    });
    expect(await ask({ contentType: 'text/html' })).toMatchObject({ status: 415 });
    expect(await ask({ fileSize: -1 })).toMatchObject({ status: 400 });
    expect(await ask({ fileSize: 100 * MEGABYTE })).toMatchObject({ status: 201 });
  });
});

describe('a save', () => {
  it.each([
    ['HTML that is called a JPEG', 'image/jpeg', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a JPEG that is called a video', 'video/mp4', undefined],
    ['a JPEG that is called a page', 'text/html', undefined],
  ])('looks at the bytes: %s is refused', async (_, type, sent) => {
    const bytes: Buffer = sent ?? file.bytes;
    const objectPath = await putPlainly(guest, bytes);
    const answer = await save(guest, eventId, { objectPath, file: { name: 'photo.jpg', type, bytes } });
    expect(answer).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  it.each([
    ['nothing was sent', undefined],
    ['the file is empty', Buffer.alloc(0)],
  ])('is refused if %s', async (_, bytes) => {
    const { json } = await issueUpload(guest, { eventId });
    if (bytes) await send(json.url, new Uint8Array(bytes));
    const answer = await save(guest, eventId, { objectPath: json.objectPath, file });
    expect(answer.status).toBe(400);
  });

  it('of another’s upload is refused and changes nothing, before it is saved and after', async () => {
    const thief = await seedGuest(base);
    const objectPath = await putUpload(guest, eventId, file);
    const attempts = async () => {
      const fields = { objectPath, ...credentials(thief) };
      const wrong = { ...file, type: 'image/png' };
      return [
        await save(thief, eventId, { objectPath, file }),
        await save(thief, eventId, { objectPath, file: wrong }),
        await save(host, eventId, { objectPath, file }),
        await thief.post('/api/objects/public', fields),
      ].map(({ status }) => status);
    };
    expect(await attempts()).toEqual([403, 403, 403, 403]);
    const saved = await save(guest, eventId, { objectPath, file });
    expect(saved.status).toBe(201);
    expect(await attempts()).toEqual([403, 403, 403, 403]);
    expect(
      (await thief.delete(`/api/events/${eventId}/media/${saved.json.id}?${guestQuery(thief)}`)).status,
    ).toBe(403);
    expect((await original(guest, saved.json.id)).equals(file.bytes)).toBe(true);
    const { json } = await host.get(`/api/events/${eventId}/media`);
    expect(json.filter((item) => item.objectPath === objectPath)).toHaveLength(1);
  });

  it('of the same file again names the first item, and both stay', async () => {
    const photo = await jpegFile(77);
    const first = await upload(guest, eventId, photo);
    const again = await upload(guest, eventId, { ...photo, name: 'renamed.jpg' });
    expect([first.duplicateOf, again.duplicateOf]).toEqual([null, first.id]);
    const { json } = await host.get(`/api/events/${eventId}/media`);
    const ids = json.map((item) => item.id);
    expect(ids).toEqual(expect.arrayContaining([first.id, again.id]));
    expect((await upload(await seedGuest(base), eventId, photo)).duplicateOf).toBeNull();
  });
});
