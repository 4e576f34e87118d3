import { PutObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { expect, inject, it } from 'vitest';
import { s3Client } from '../../functions/aws/clients.ts';
import { newId } from '../../functions/domain/ids.ts';
import { originalKey } from '../../functions/storage/object-keys.ts';
import { deleteRows, getRows } from '../../functions/table/dynamo.ts';
import { newMediaRow } from '../../functions/table/media-row.ts';
import { keys } from '../../functions/table/keys.ts';
import { newUser } from '../fixtures/new-user.ts';
import { eventRecord } from '../fixtures/records.ts';
import { makeMediaRecords, putRows } from '../fixtures/seed-table.ts';
import { eventRow } from '../fixtures/table-rows.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { processedItem } from '../fixtures/processed-item.ts';

const base = inject('siteUrl');
const PHOTOS = 20;

// By counting, because a busy machine is slow for everybody: `npm run bench:hostile` measures the time. One photo in each of
// many events: in groups by event, all of these events would be as quiet as the party, and their photos came before its photo.
it('a photo comes long before the last of the photos that one other owner has spread over many events', async () => {
  const [host, other] = [await newUser(base), await newUser(base)];
  const party = (await host.post('/api/events', { name: 'Party', privacy: 'public' })).json.id;
  const crowded = await saveLargePhotos(other.userId);
  const openOnes = async () => {
    const rows = await getRows(
      crowded.map(({ id }) => keys.media(id)),
      { consistent: true },
    );
    return rows.filter(({ state }) => state === 'processing').length;
  };
  const before = await openOnes();
  const { id } = await upload(host, party, await jpegFile(3));
  expect(await processedItem(host, party, id)).toMatchObject({ state: 'ready' });
  // Not half of them: they are worked on while the photo is uploaded, looked at and its list is read.
  expect(await openOnes()).toBeGreaterThan(before / 4);
  expect(before).toBeGreaterThan(PHOTOS / 2);
  // What is left of them is worked on no more.
  await deleteRows(crowded.map(({ id }) => keys.media(id)));
});

/** As saves leave them, each in an event of its own: their originals have just come, and nothing is made yet. */
async function saveLargePhotos(owner: string) {
  const events = Array.from({ length: PHOTOS }, () =>
    eventRecord({ id: newId('evt'), privacy: 'unlisted', createdBy: owner }),
  );
  const items = events.flatMap(({ id }) =>
    makeMediaRecords(id, 1, () => ({ state: 'processing', uploader: `user:${owner}` })),
  );
  await putRows([...events.map((event) => eventRow(event)), ...items.map(newMediaRow)]);
  const Body = await largePhoto();
  const put = (Key: string) =>
    s3Client().send(new PutObjectCommand({ Bucket: process.env['MEDIA_BUCKET'], Key, Body }));
  await Promise.all(items.map((media) => put(originalKey(media))));
  return items;
}

/** Takes longer than an upload, because it is decoded as a whole, and no longer than is made where photos wait. */
async function largePhoto(): Promise<Buffer> {
  const create = { width: 4500, height: 4000, channels: 3, background: '#804020' } as const;
  const whole = { progressive: true, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
  return sharp({ create }).jpeg(whole).toBuffer();
}
