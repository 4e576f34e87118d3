import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '../fixtures/api-client.ts';
import { chooseOnCheckoutPage } from '../fixtures/stripe-client.ts';
import { jpegWithExif } from '../fixtures/exif-jpeg.ts';
import {
  credentials,
  type Guest,
  guestQuery,
  newGuest,
  type SignedIn,
  signIn,
} from '../fixtures/users-and-guests.ts';
import { type File, waitUntilProcessed, upload } from '../fixtures/uploads.ts';

const sampleFolder = '../shared/samples/album';
const sampleVideo = '../shared/samples/video/rotate-buck-bunny.mp4';

/** The events of {@link SampleData}. */
export type EventName = 'wedding' | 'small' | 'empty' | 'paid' | 'private' | 'paused';

/** People and events for the screenshots. */
export type SampleData = {
  readonly host: SignedIn;
  readonly guest: Guest;
  /** Has an account and no events. */
  readonly person: SignedIn;
  readonly events: Readonly<Record<EventName, string>>;
};

/** Fills a new system: a large, a small, an empty, a paid, a private and a paused event, votes, and pending items. */
export async function createSampleData(base: string): Promise<SampleData> {
  const host = await signIn(base, 'Hannah');
  const guest = await newGuest(base, 'Grace');
  const person = await signIn(base, 'Sam');
  const photos = await albumPhotos();
  const events = await createEvents(host);
  await fill(host, events.paid, photos.slice(0, 4));
  await fill(host, events.small, photos.slice(0, 1));
  await fill(host, events.paused, photos.slice(0, 3));
  await idlePeople(host, events.paused);
  await fillWedding({ host, guest, eventId: events.wedding, photos });
  await pay(await newGuest(base, 'Theodora Papadopoulou'), events.paid);
  return { host, guest, person, events };
}

async function createEvents(host: Client): Promise<Record<EventName, string>> {
  const make = async (body: object): Promise<string> => {
    const { status, json, text } = await host.post('/api/events', body);
    if (status !== 201) throw new Error(`No event: ${status} ${text}`);
    return json.id;
  };
  const date = '2026-08-15';
  return {
    wedding: await make({
      name: 'Mira & Jonas',
      description: 'Thank you for being with us. Share what you saw, we could not be everywhere at once.',
      date,
      eventType: 'wedding',
      privacy: 'public',
      moderationEnabled: true,
    }),
    small: await make({ name: 'Concert in the park', date, eventType: 'concert', privacy: 'unlisted' }),
    empty: await make({ name: 'Family reunion', privacy: 'unlisted', eventType: 'reunion' }),
    paid: await make({ name: 'Harbour gala', date, privacy: 'public', isPaid: true, price: '12.50' }),
    private: await make({ name: 'Board retreat', privacy: 'private', eventType: 'corporate' }),
    paused: await make({ name: 'Rooftop birthday', date, privacy: 'unlisted', eventType: 'birthday' }),
  };
}

type Wedding = { host: SignedIn; guest: Guest; eventId: string; photos: File[] };

async function fillWedding({ host, guest, eventId, photos }: Wedding): Promise<void> {
  const [rejected, pending, ...others] = photos;
  const ids = await fill(guest, eventId, others);
  if (existsSync(sampleVideo)) {
    const bytes = await readFile(sampleVideo);
    ids.push(...(await fill(guest, eventId, [{ name: 'dance.mp4', type: 'video/mp4', bytes }])));
  }
  await host.post(`/api/events/${eventId}/moderate`, { status: 'approved' });
  for (const id of ids.slice(0, 5)) await guest.post(`/api/media/${id}/vote`, credentials(guest));
  for (const id of ids.slice(0, 2)) await host.post(`/api/media/${id}/vote`, {});
  const [rejectedId = ''] = await fill(guest, eventId, rejected ? [rejected] : []);
  await host.put(`/api/media/${rejectedId}/moderate`, { status: 'rejected' });
  await fill(guest, eventId, pending ? [pending] : []);
  await host.post(`/api/events/${eventId}/highlights/calculate`, {});
  await downloads(guest, eventId, ids.slice(0, 7));
}

/** All in both sizes, and single items. */
async function downloads(guest: Guest, eventId: string, ids: readonly string[]): Promise<void> {
  for (const photos of ['full', 'chat']) {
    await guest.post(`/api/events/${eventId}/archive`, { ...credentials(guest), photos });
  }
  for (const id of ids) await guest.get(`/api/media/${id}/download?${guestQuery(guest)}`);
}

/** People who only voted, in an event that is paused after that. */
async function idlePeople(host: SignedIn, eventId: string): Promise<void> {
  const { json } = await host.get(`/api/events/${eventId}/media`);
  for (const name of ['Alma', 'Boris', 'Chidi', 'Daria', 'Emil', 'Farah', 'Gonzalo', 'Hiro', 'Ines']) {
    const idle = await newGuest(host.base, name);
    await idle.post(`/api/media/${json[0]?.id}/vote`, credentials(idle));
  }
  await host.put(`/api/events/${eventId}`, { isPaused: true });
}

/** Uploads files and waits until they are processed. @returns the items' ids */
async function fill(client: SignedIn | Guest, eventId: string, files: readonly File[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) ids.push((await upload(client, eventId, file)).id);
  for (const id of ids) await waitUntilProcessed(client, eventId, id);
  return ids;
}

/** Real sample photos if available, else generated ones. */
async function albumPhotos(): Promise<File[]> {
  const names = existsSync(sampleFolder) ? (await readdir(sampleFolder)).toSorted() : [];
  const real = names.map(async (name) => ({ name, bytes: await readFile(path.join(sampleFolder, name)) }));
  const generated = [1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => ({
    name: `photo-${seed}.jpg`,
    bytes: await jpegWithExif(seed),
  }));
  const files = await Promise.all(names.length > 0 ? real : generated);
  return files.map((file) => ({ ...file, type: 'image/jpeg' }));
}

async function pay(guest: Guest, eventId: string): Promise<void> {
  const { json } = await guest.post(`/api/events/${eventId}/create-checkout`, credentials(guest));
  await chooseOnCheckoutPage(guest, json.url, 'pay');
}
