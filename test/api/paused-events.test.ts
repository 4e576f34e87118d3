import { beforeAll, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, guestQuery, type SignedIn } from '../fixtures/users-and-guests.ts';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import {
  eventually,
  type File,
  issueUpload,
  jpegFile,
  putUpload,
  save,
  upload,
} from '../fixtures/uploads.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedPlace } from '../fixtures/seed-item.ts';
import { seedPhoto } from './downloads-world.ts';

const base = inject('siteUrl');
const paused = { status: 403, json: { code: 'event_paused' } };

let host: SignedIn;
let file: File;

beforeAll(async () => {
  host = await newUser(base);
  file = await jpegFile(1);
});

const newEvent = (): Promise<string> => seedEvent(host, { name: 'Pauses' });
const setPaused = async (eventId: string, isPaused: boolean) =>
  expect((await host.put(`/api/events/${eventId}`, { isPaused })).json.isPaused).toBe(isPaused);
const vote = (guest: Guest, mediaId: string) => guest.post(`/api/media/${mediaId}/vote`, credentials(guest));

describe('a paused event', () => {
  it('goes on for its people, and lets newcomers only look', async () => {
    const eventId = await newEvent();
    const [inside, outside] = [await seedGuest(base), await seedGuest(base)];
    const [member, stranger] = [await newUser(base), await newUser(base)];
    await seedPlace(member, eventId);
    const { id } = await seedPhoto(inside, eventId);
    await setPaused(eventId, true);

    expect(await issueUpload(outside, { eventId })).toMatchObject(paused);
    expect(await vote(outside, id)).toMatchObject(paused);
    expect(await stranger.post(`/api/events/${eventId}/join`)).toMatchObject(paused);
    expect(await issueUpload(stranger, { eventId })).toMatchObject(paused);
    expect(await stranger.post(`/api/media/${id}/vote`)).toMatchObject(paused);
    const seen = await outside.get(`/api/events/${eventId}/media?${guestQuery(outside)}`);
    expect(seen.json).toHaveLength(1);
    const anonymous = await new Client(base).get(`/api/events/${eventId}`);
    expect(anonymous.json).toMatchObject({ isPaused: true, hasPlace: false });
    expect((await outside.get(`/api/media/${id}/download?${guestQuery(outside)}`)).status).toBe(302);

    for (const client of [inside, member]) await upload(client, eventId, await jpegFile(2));
    expect((await vote(inside, id)).status).toBe(200);
    const own = await inside.get(`/api/events/${eventId}?${guestQuery(inside)}`);
    expect(own.json).toMatchObject({ isPaused: true, hasPlace: true });
    const { json: people } = await host.get(`/api/events/${eventId}/people`);
    expect(people).toHaveLength(3);
  });

  it('begins no payment of a stranger, and keeps its word to who began to pay before', async () => {
    const fields = { name: 'Pauses', privacy: 'public', isPaid: true, price: '5.00' } as const;
    const eventId = (await host.post('/api/events', fields)).json.id;
    const open = (guest: Guest) => guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
    const [before, stranger] = [await seedGuest(base), await seedGuest(base)];
    const { json } = await open(before);
    await setPaused(eventId, true);
    for (const guest of [stranger, before]) expect(await open(guest)).toMatchObject(paused);
    await chooseOnCheckoutPage(before, json.url, 'pay');
    const place = `/api/events/${eventId}?${guestQuery(before)}` as const;
    await eventually(async () => (await before.get(place)).json.hasPlace);
    await upload(before, eventId, file);
  });

  it('loses nothing that was sent before: it is saved once the event goes on', async () => {
    const eventId = await newEvent();
    const guest = await seedGuest(base);
    const objectPath = await putUpload(guest, eventId, file);
    // As somebody whose place is taken by the saved file, not by the question for its URL.
    await host.post(`/api/events/${eventId}/people/remove-idle`, {});
    await setPaused(eventId, true);
    const refused = await save(guest, eventId, { objectPath, file });
    expect(refused).toMatchObject(paused);
    expect(refused.text).toContain('The host has paused new uploads.');
    await setPaused(eventId, false);
    expect((await save(guest, eventId, { objectPath, file })).status).toBe(201);
  });

  it('is paused by its owner alone, and by nothing else that is edited', async () => {
    const eventId = await newEvent();
    const member = await newUser(base);
    await seedPlace(member, eventId);
    expect((await member.put(`/api/events/${eventId}`, { isPaused: true })).status).toBe(403);
    await setPaused(eventId, true);
    expect((await host.put(`/api/events/${eventId}`, { name: 'Renamed' })).json.isPaused).toBe(true);
  });
});
