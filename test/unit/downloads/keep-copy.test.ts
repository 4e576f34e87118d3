import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { beforeEach, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import type { ArchiveEntry } from '../../../functions/downloads/archive-entries.ts';
import { keepCopy } from '../../../functions/downloads/keep-copy.ts';
import { readPart, SourceFileGone } from '../../../functions/downloads/read-part.ts';
import { layOutZip } from '../../../functions/downloads/zip-layout.ts';
import { copyKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { jpegSegment, withSegments } from '../../fixtures/made-media.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';
import { smallJpeg } from '../../fixtures/uploads.ts';

const store = mockClient(S3Client);
const dynamo = mockClient(DynamoDBDocumentClient);

const NOW = new Date('2026-06-01T12:00:00Z');
const media = mediaRecord(1, { place: 'open', state: 'ready' });
const kept = new Map<string, { bytes: Buffer; mime: string; at: Date }>();
let row: MediaRecord | undefined;

const missing = (): never => {
  throw new S3ServiceException({ name: 'NoSuchKey', $fault: 'client', $metadata: { httpStatusCode: 404 } });
};

beforeEach(async () => {
  kept.clear();
  row = media;
  const told = withSegments(await smallJpeg(1), jpegSegment(0xfe, 'from Ana'));
  kept.set(originalKey(media), { bytes: told, mime: 'image/jpeg', at: NOW });
  dynamo.reset();
  dynamo.on(GetCommand).callsFake(() => ({ Item: row && mediaRow(row) }));
  store.reset();
  store.on(HeadObjectCommand).callsFake(({ Key }) => {
    const found = kept.get(Key) ?? missing();
    return { ContentType: found.mime, LastModified: found.at };
  });
  store.on(GetObjectCommand).callsFake(({ Key, Range }) => {
    const { bytes } = kept.get(Key) ?? missing();
    const [from = 0, to = bytes.length - 1] = (Range as string | undefined)?.match(/\d+/g)?.map(Number) ?? [];
    return {
      Body: Readable.from([bytes.subarray(from, to + 1)]),
      ContentRange: `bytes ${from}-${to}/${bytes.length}`,
    };
  });
  store.on(PutObjectCommand).callsFake(async ({ Key, Body, ContentType }) => {
    const bytes = Buffer.concat(await (Body as Readable).toArray());
    kept.set(Key, { bytes, mime: ContentType, at: NOW });
    return {};
  });
  store.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...kept.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  store.on(DeleteObjectsCommand).callsFake(({ Delete }) => {
    for (const { Key } of Delete.Objects) kept.delete(Key);
    return {};
  });
});

it('a copy is put together without what the file told, and kept', async () => {
  expect(await keepCopy(media, NOW)).toEqual({ key: copyKey(media), mime: 'image/jpeg' });
  const copy = kept.get(copyKey(media))?.bytes;
  expect(copy?.includes('from Ana')).toBe(false);
  expect(copy?.subarray(-100)).toEqual(kept.get(originalKey(media))?.bytes.subarray(-100));
});

it('a copy that is kept is handed out until it is about to be removed', async () => {
  await keepCopy(media, NOW);
  expect(await keepCopy(media, new Date('2026-06-02T07:00:00Z'))).toBeDefined();
  expect(store.commandCalls(PutObjectCommand)).toHaveLength(1);
  await keepCopy(media, new Date('2026-06-02T09:00:00Z'));
  expect(store.commandCalls(PutObjectCommand)).toHaveLength(2);
});

it.each<[string, MediaRecord | undefined]>([
  ['deleted', undefined],
  ['rejected', { ...media, status: 'rejected', statusVersion: 1 }],
])('nothing stays of an item that was %s meanwhile', async (_, now) => {
  row = now;
  expect(await keepCopy(media, NOW)).toBeUndefined();
  expect([...kept.keys()]).toEqual([originalKey(media)]);
});

it('there is none of a file whose parts are not what its format says', async () => {
  const whole = kept.get(originalKey(media));
  kept.set(originalKey(media), {
    mime: 'image/jpeg',
    at: NOW,
    bytes: whole?.bytes.subarray(0, 200) ?? Buffer.of(),
  });
  expect(await keepCopy(media, NOW)).toBeUndefined();
});

it('a ZIP has the copy without a plan that is stored, as of an item of an earlier release', async () => {
  await keepCopy(media, NOW);
  const copy = kept.get(copyKey(media))?.bytes ?? Buffer.of();
  const times = { wallTime: '2026-05-02T18:34:05', unixSeconds: null };
  const entry: ArchiveEntry = {
    ...times,
    name: 'a.jpg',
    key: originalKey(media),
    planKey: 'media/open/e/m/0/copy.json',
    sizeBytes: copy.length,
    crc32: crc32(copy),
  };
  const layout = layOutZip([entry]);
  const zip = await readPart(layout, { start: 0, end: layout.totalBytes });
  expect(zip.includes(copy)).toBe(true);
  row = undefined;
  await expect(
    readPart(layOutZip([{ ...entry, planKey: 'media/open/e/m/1/copy.json' }]), { start: 0, end: 400 }),
  ).rejects.toThrow(SourceFileGone);
});
