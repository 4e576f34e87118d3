import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Readable } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import type { MediaFacts, MediaRecord } from '../../../functions/domain/records.ts';
import { keepChatCopy } from '../../../functions/downloads/chat-copy.ts';
import { chatCopyKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { jpegSegment, withSegments } from '../../fixtures/made-media.ts';
import { mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';
import { smallJpeg } from '../../fixtures/uploads.ts';

const store = mockClient(S3Client);
const dynamo = mockClient(DynamoDBDocumentClient);

const NOW = new Date('2026-06-01T12:00:00Z');
const facts: MediaFacts = {
  width: 60,
  height: 40,
  durationSeconds: null,
  blur: null,
  color: null,
  perceptualHash: null,
  renditions: [{ name: 'screen.webp', width: 60, height: 40 }],
  play: null,
  signals: null,
};
const media = mediaRecord(1, {
  place: 'open',
  state: 'ready',
  facts,
  capturedAt: '2026-05-02T18:34:05.000Z',
  capturedAtZone: 'local',
});
const screenKey = `media/open/${media.eventId}/${media.id}/0/screen.webp`;
const kept = new Map<string, { bytes: Buffer; at: Date }>();
let row: MediaRecord | undefined;

const missing = (): never => {
  throw new S3ServiceException({ name: 'NoSuchKey', $fault: 'client', $metadata: { httpStatusCode: 404 } });
};

beforeEach(async () => {
  kept.clear();
  row = media;
  const told = withSegments(await smallJpeg(1), jpegSegment(0xfe, 'from Ana'));
  kept.set(originalKey(media), { bytes: told, at: NOW });
  dynamo.reset();
  dynamo.on(GetCommand).callsFake(() => ({ Item: row && mediaRow(row) }));
  store.reset();
  store.on(GetObjectCommand).callsFake(({ Key }) => {
    const { bytes, at } = kept.get(Key) ?? missing();
    const Body = Object.assign(Readable.from([bytes]), { transformToByteArray: async () => bytes });
    return { Body, LastModified: at };
  });
  store.on(PutObjectCommand).callsFake(async ({ Key, Body }) => {
    kept.set(Key, { bytes: Buffer.concat(await (Body as Readable).toArray()), at: NOW });
    return {};
  });
  store.on(DeleteObjectCommand).callsFake(({ Key }) => {
    kept.delete(Key);
    return {};
  });
});

it('a photo for chats is made with its capture date and nothing else that the file told, and kept', async () => {
  const made = await keepChatCopy(media, NOW);
  expect(made).toMatchObject({ key: chatCopyKey(media), isMade: true });
  expect(made?.bytes).toEqual(kept.get(chatCopyKey(media))?.bytes);
  expect(made?.bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  expect(made?.bytes.includes('from Ana')).toBe(false);
  expect(made?.bytes.includes('2026:05:02 18:34:05')).toBe(true);
});

it('one that is kept is the answer until it is about to be removed, and then it is made anew', async () => {
  await keepChatCopy(media, NOW);
  expect(await keepChatCopy(media, new Date('2026-06-02T07:00:00Z'))).toMatchObject({ isMade: false });
  expect(await keepChatCopy(media, new Date('2026-06-02T09:00:00Z'))).toMatchObject({ isMade: true });
});

it('of an original that cannot be read again, or in time, it is made of the largest rendition', async () => {
  const { bytes } = kept.get(originalKey(media)) ?? missing();
  kept.set(originalKey(media), { bytes: Buffer.from('no picture'), at: NOW });
  kept.set(screenKey, { bytes, at: NOW });
  expect(await keepChatCopy(media, NOW)).toMatchObject({ isMade: true });
  expect(await keepChatCopy({ ...media, mimeType: 'image/svg+xml', statusVersion: 0 }, NOW)).toBeDefined();
});

it.each<[string, MediaRecord | undefined]>([
  ['deleted', undefined],
  ['rejected', { ...media, status: 'rejected', statusVersion: 1 }],
])('nothing stays of an item that was %s meanwhile', async (_, now) => {
  row = now;
  const ofAnotherVersion = chatCopyKey({ ...media, statusVersion: 5 });
  kept.set(ofAnotherVersion, { bytes: Buffer.alloc(1), at: NOW });
  expect(await keepChatCopy(media, NOW)).toBeUndefined();
  expect([...kept.keys()]).toEqual([originalKey(media), ofAnotherVersion]);
});

it('there is none of what is not shown, nor of what is gone', async () => {
  expect(await keepChatCopy({ ...media, facts: null }, NOW)).toBeUndefined();
  kept.clear();
  expect(await keepChatCopy(media, NOW)).toBeUndefined();
});
