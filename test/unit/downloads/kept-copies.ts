import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { originalKey } from '../../../functions/storage/object-keys.ts';
import { jpegSegment, withSegments } from '../../fixtures/made-media.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';
import { smallJpeg } from '../../fixtures/uploads.ts';

/** When everything in the bucket was written. */
export const NOW = new Date('2026-06-01T12:00:00Z');

const missing = (): never => {
  throw new S3ServiceException({ name: 'NoSuchKey', $fault: 'client', $metadata: { httpStatusCode: 404 } });
};

/** A bucket and the row of one item, in memory. */
export function keptCopies(media: MediaRecord) {
  const [store, dynamo] = [mockClient(S3Client), mockClient(DynamoDBDocumentClient)];
  const files = new Map<string, { bytes: Buffer; mime: string }>();
  const world = { files, row: media as MediaRecord | undefined, writes: 0, forgotten: [] as unknown[] };
  const find = (key: string) => files.get(key) ?? missing();
  dynamo.on(GetCommand).callsFake(() => ({ Item: world.row && mediaRow(world.row) }));
  // By their checksums, clean copies of which nothing is said any more.
  dynamo.on(UpdateCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    world.forgotten.push(values[':seen']);
    return {};
  });
  store.on(HeadObjectCommand).callsFake(({ Key }) => ({ ContentType: find(Key).mime, LastModified: NOW }));
  store.on(GetObjectCommand).callsFake(({ Key, Range }) => {
    const { bytes } = find(Key);
    const [from = 0, to = bytes.length - 1] = (Range as string | undefined)?.match(/\d+/g)?.map(Number) ?? [];
    const part = bytes.subarray(from, to + 1);
    return {
      Body: Object.assign(Readable.from([part]), { transformToByteArray: async () => part }),
      ContentRange: `bytes ${from}-${to}/${bytes.length}`,
      LastModified: NOW,
    };
  });
  store.on(PutObjectCommand).callsFake(async ({ Key, Body, ContentType }) => {
    world.writes += 1;
    files.set(Key, { bytes: Buffer.concat(await (Body as Readable).toArray()), mime: ContentType });
    return {};
  });
  store.on(ListObjectsV2Command).callsFake(({ Prefix }) => ({
    Contents: [...files.keys()].filter((key) => key.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  store.on(DeleteObjectCommand).callsFake(({ Key }) => {
    files.delete(Key);
    return {};
  });
  store.on(DeleteObjectsCommand).callsFake(({ Delete }) => {
    for (const { Key } of Delete.Objects) files.delete(Key);
    return {};
  });
  return Object.assign(world, {
    /** Starts over with the item and its original, which says of whom it is. */
    async begin(): Promise<void> {
      files.clear();
      Object.assign(world, { row: media, writes: 0, forgotten: [] });
      const bytes = withSegments(await smallJpeg(1), jpegSegment(0xfe, 'from Ana'));
      files.set(originalKey(media), { bytes, mime: 'image/jpeg' });
    },
    bytesOf: (key: string): Buffer => files.get(key)?.bytes ?? Buffer.of(),
    put: (key: string, bytes: Buffer) => files.set(key, { bytes, mime: 'image/jpeg' }),
    names: (): string[] => [...files.keys()],
  });
}
