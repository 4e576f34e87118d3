import { beforeEach, expect, it } from 'vitest';
import type { MediaRecord } from '../../../functions/domain/records.ts';
import { keepChatCopy } from '../../../functions/downloads/chat-copy.ts';
import { chatCopyKey, originalKey } from '../../../functions/storage/object-keys.ts';
import { mediaFacts, mediaRecord } from '../../fixtures/records.ts';
import { keptCopies, NOW } from './kept-copies.ts';

const facts = mediaFacts();
const media = mediaRecord(1, {
  place: 'open',
  state: 'ready',
  facts,
  capturedAt: '2026-05-02T18:34:05.000Z',
  capturedAtZone: 'local',
});
const screenKey = `media/open/${media.eventId}/${media.id}/0/screen.webp`;
const world = keptCopies(media);

beforeEach(() => world.begin());

it('a photo for chats is made with its capture date and nothing else that the file told, and kept', async () => {
  const made = await keepChatCopy(media, NOW);
  expect(made).toEqual({ key: chatCopyKey(media), bytes: world.bytesOf(chatCopyKey(media)) });
  expect(made?.bytes.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  expect(made?.bytes.includes('from Ana')).toBe(false);
  expect(made?.bytes.includes('2026:05:02 18:34:05')).toBe(true);
});

it('one that is kept is the answer until it is about to be removed, and then it is made anew', async () => {
  const made = await keepChatCopy(media, NOW);
  expect(await keepChatCopy(media, new Date('2026-06-02T07:00:00Z'))).toEqual(made);
  expect(world.writes).toBe(1);
  expect(await keepChatCopy(media, new Date('2026-06-02T09:00:00Z'))).toEqual(made);
  expect(world.writes).toBe(2);
});

it('of an original that cannot be read again, or in time, it is made of the largest rendition', async () => {
  world.put(screenKey, world.bytesOf(originalKey(media)));
  world.put(originalKey(media), Buffer.from('no picture'));
  expect(await keepChatCopy(media, NOW)).toBeDefined();
  expect(await keepChatCopy({ ...media, mimeType: 'image/svg+xml', statusVersion: 0 }, NOW)).toBeDefined();
});

it.each<[string, MediaRecord | undefined]>([
  ['deleted', undefined],
  ['rejected', { ...media, status: 'rejected', statusVersion: 1 }],
])('nothing stays of an item that was %s meanwhile', async (_, now) => {
  world.row = now;
  const ofAnotherVersion = chatCopyKey({ ...media, statusVersion: 5 });
  world.put(ofAnotherVersion, Buffer.alloc(1));
  expect(await keepChatCopy(media, NOW)).toBeUndefined();
  expect(world.names()).toEqual([originalKey(media), ofAnotherVersion]);
});

it('there is none of what is not shown, nor of what is gone', async () => {
  expect(await keepChatCopy({ ...media, facts: null }, NOW)).toBeUndefined();
  world.files.clear();
  expect(await keepChatCopy(media, NOW)).toBeUndefined();
});
