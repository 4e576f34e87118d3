import { createHash } from 'node:crypto';
import { BatchWriteCommand, DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { renditionFolder } from '../../functions/storage/object-keys.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { keys } from '../../functions/table/keys.ts';
import { mediaCountShardOf } from '../../functions/table/shards.ts';
import { newMediaRow } from '../../functions/table/media-row.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { unsignedCredentials } from '../../infra/local/aws-protocol/unsigned-credentials.ts';
import { idOf, mediaRecord } from '../fixtures/records.ts';

type GalleryOptions = {
  readonly eventId: string;
  /** Who uploaded them. */
  readonly userId: string;
  readonly count: number;
  /**
   * Their files: none, so that they are shown as processing; one tiny one of the right shape, or a tiny one that passes for
   * each size; or noise as large as photos.
   */
  readonly files: 'none' | 'tiny' | 'each size' | 'full';
  /** Height divided by width of one after the other, instead of what phones and cameras take. */
  readonly shapes?: readonly number[];
};

/** The environment of the system's functions, with the addresses of its services. */
type Environment = Readonly<Record<string, string>>;

/** Shapes of pictures from phones and cameras: height divided by width. */
const SHAPES = [0.75, 1.333, 0.5625, 1, 1.5, 0.667] as const;
const RENDITIONS = [
  ['small', 320],
  ['tile', 800],
  ['screen', 1600],
] as const;
const BATCH = 25;
const AT_ONCE = 8;

/**
 * Puts many approved items into an event by writing their rows, for tests of large galleries. The newest is
 * number `count`.
 * @returns the items' ids, the oldest first
 */
export async function fillGallery(environment: Environment, options: GalleryOptions): Promise<string[]> {
  const items = Array.from({ length: options.count }, (_, at) => itemOf(at + 1, options));
  if (options.files !== 'none') await putFiles(environment, { items, isFull: options.files === 'full' });
  const client = DynamoDBDocumentClient.from(
    // The table throttles who writes more than it takes.
    localTableClient(environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '', { maxAttempts: 20 }),
  );
  const TableName = environment['TABLE_NAME'] ?? '';
  await inTurns(batchesOf(items), async (batch) => {
    const rows = batch.map((item) => {
      // They are finished, so no list of unfinished items names them.
      const { gsi5pk: _list, gsi5sk: _place, ...row } = newMediaRow(item);
      return { PutRequest: { Item: row } };
    });
    let open: typeof rows = rows;
    while (open.length > 0) {
      const command = new BatchWriteCommand({ RequestItems: { [TableName]: open } });
      const { UnprocessedItems } = await client.send(command);
      open = (UnprocessedItems?.[TableName] ?? []) as typeof rows;
    }
  });
  for (const [shard, counted] of Map.groupBy(items, ({ id }) => mediaCountShardOf(id))) {
    await client.send(
      new UpdateCommand({
        TableName,
        Key: keys.mediaCounts(options.eventId, shard),
        UpdateExpression: 'ADD approved :count',
        ExpressionAttributeValues: { ':count': counted.length },
      }),
    );
  }
  client.destroy();
  return items.map(({ id }) => id);
}

function itemOf(number: number, { eventId, userId, files, shapes = SHAPES }: GalleryOptions): MediaRecord {
  const hasFiles = files !== 'none';
  const shape = shapes[number % shapes.length] ?? 1;
  const sized = (name: string, width: number) => ({
    name: `${name}.webp`,
    width,
    height: Math.round(width * shape),
  });
  // A phone loads the smallest; one file per item is enough for counting.
  const all = RENDITIONS.map(([name, width]) => sized(name, width));
  const sizes = { none: [], tiny: all.slice(0, 1), 'each size': all, full: all };
  return mediaRecord(number, {
    id: idOf('med', firstNumberOf(eventId) + number),
    eventId,
    uploader: `user:${userId}`,
    uploadedAt: new Date(Date.UTC(2026, 5, 30) + number * 1000).toISOString(),
    state: hasFiles ? 'ready' : 'processing',
    place: hasFiles ? 'open' : null,
    facts: {
      width: 4000,
      height: Math.round(4000 * shape),
      durationSeconds: null,
      blur: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
      color: '#8a7a60',
      perceptualHash: null,
      renditions: sizes[files],
      play: null,
      signals: null,
    },
  });
}

/** No two events share an item, whichever tests fill them at the same time. */
function firstNumberOf(eventId: string): number {
  return 1_000_000 * (1 + createHash('sha256').update(eventId).digest().readUInt32BE());
}

/** Items of the same shape and size share one picture. */
async function putFiles(
  environment: Environment,
  { items, isFull }: { items: readonly MediaRecord[]; isFull: boolean },
): Promise<void> {
  const client = new S3Client({
    endpoint: environment['AWS_ENDPOINT_URL_S3'],
    region: unsignedCredentials.region,
    forcePathStyle: true,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const pictures = new Map<string, Promise<Buffer>>();
  const pictureFor = ({ width, height }: { width: number; height: number }) => {
    const size = isFull ? { width, height } : { width: 32, height: Math.round((32 * height) / width) };
    const key = `${size.width} ${size.height}`;
    const known = pictures.get(key) ?? noise(size);
    pictures.set(key, known);
    return known;
  };
  await inTurns(items, async (item) => {
    for (const rendition of item.facts?.renditions ?? []) {
      await client.send(
        new PutObjectCommand({
          Bucket: environment['MEDIA_BUCKET'],
          Key: renditionFolder(item, 'open') + rendition.name,
          Body: await pictureFor(rendition),
          ContentType: 'image/webp',
          CacheControl: 'private, max-age=3600',
        }),
      );
    }
  });
  client.destroy();
}

/** Soft noise, about as hard to compress as a photo. */
const noise = ({ width, height }: { width: number; height: number }): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#8a7a60',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .blur(1.2)
    .webp({ quality: 80 })
    .toBuffer();

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) =>
    items.slice(at * BATCH, (at + 1) * BATCH),
  );
}

async function inTurns<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = list.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await work(one);
    }),
  );
}
