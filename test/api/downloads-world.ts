import sharp from 'sharp';
import { Client } from '../fixtures/api-client.ts';
import { type File, upload } from '../fixtures/uploads.ts';
import { waitUntilProcessed } from '../fixtures/wait-until-processed.ts';
import { newUser } from '../fixtures/new-user.ts';
import { type Guest, newGuest, type SignedIn } from '../fixtures/users-and-guests.ts';

/** Who downloads, and what they begin with. */
export type DownloadsWorld = {
  readonly host: SignedIn;
  readonly guest: Guest;
  readonly stranger: Client;
  /** The host's, public. @returns its id */
  readonly newEvent: (fields?: object) => Promise<string>;
};

export async function downloadsWorld(base: string, guestName: string): Promise<DownloadsWorld> {
  const [host, guest] = await Promise.all([newUser(base, 'Ada'), newGuest(base, guestName)]);
  return {
    host,
    guest,
    stranger: new Client(base),
    newEvent: async (fields = {}) =>
      (await host.post('/api/events', { name: 'Ana & Ben', privacy: 'public', ...fields })).json.id,
  };
}

/** A picture whose metadata has a camera and a capture time. No two have the same pixels. */
export async function photo(name: string, taken: string, [width, height] = [300, 200]): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: '+02:00' },
    })
    .toBuffer();
  return { name, type: 'image/jpeg', bytes };
}

/** Uploads a file, and waits until it is processed. @returns the item */
export async function addReady(client: Client, eventId: string, file: File): Promise<any> {
  const { id } = await upload(client, eventId, file);
  return waitUntilProcessed(client, eventId, id);
}
