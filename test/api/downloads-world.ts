import { crc32 } from 'node:zlib';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { s3Client } from '../../functions/aws/clients.ts';
import type { EventRecord, MediaRecord } from '../../functions/domain/records.ts';
import { areaForStatus, originalKey, renditionFolder } from '../../functions/storage/object-keys.ts';
import { Client } from '../fixtures/api-client.ts';
import { mediaFacts } from '../fixtures/records.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { type File, smallJpeg, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { Guest, SignedIn } from '../fixtures/users-and-guests.ts';

/** Who downloads, and what they begin with; their rows are written directly. */
export type DownloadsWorld = {
  readonly host: SignedIn;
  readonly guest: Guest;
  readonly stranger: Client;
  /** The host's, public. @returns its id */
  readonly newEvent: (fields?: Partial<EventRecord>) => Promise<string>;
};

export async function downloadsWorld(base: string, guestName: string): Promise<DownloadsWorld> {
  const [host, guest] = await Promise.all([newUser(base, 'Ada'), seedGuest(base, guestName)]);
  return {
    host,
    guest,
    stranger: new Client(base),
    newEvent: (fields = {}) => seedEvent(host, { name: 'Ana & Ben', ...fields }),
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
  return processedItem(client, eventId, id);
}

/** A photo that is ready, without an upload: with its original, and with the file that others than the owner download. */
export async function seedPhoto(
  client: SignedIn | Guest,
  eventId: string,
  fields: Partial<Pick<MediaRecord, 'status' | 'capturedAt' | 'capturedAtZone'>> = {},
): Promise<MediaRecord> {
  const { status = 'approved' } = fields;
  const [Body, place] = [await smallJpeg(), areaForStatus(status)];
  const [sizeBytes, sum] = [Body.length, crc32(Body)];
  const download = { name: 'screen.webp', sizeBytes, crc32: sum };
  const media = await seedItem(client, eventId, {
    ...fields,
    place,
    facts: mediaFacts({ download }),
    fileSizeBytes: sizeBytes,
    crc32: sum,
  });
  for (const Key of [originalKey(media), `${renditionFolder(media, place)}${download.name}`])
    await s3Client().send(new PutObjectCommand({ Bucket: process.env['MEDIA_BUCKET'], Key, Body }));
  return media;
}
