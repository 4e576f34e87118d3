import { expect, it } from 'vitest';
import { LIVE_MESSAGE_BYTES, liveMessage } from '../../../shared/contract/live-updates.ts';
import { liveItemsOf, messagesOf } from '../../../functions/live-updates/live-messages.ts';
import { uploaderTagOf } from '../../../functions/live-updates/uploader-tags.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';

const NOW = new Date('2026-06-30T18:00:00.000Z');
const event = eventRecord();

const itemsOf = (count: number) =>
  liveItemsOf(
    Array.from({ length: count }, (_, at) =>
      mediaRecord(at + 1, { originalName: 'IMG_SECRET.jpg', moderatedBy: 'host-id', place: 'open' }),
    ),
    { event, now: NOW, tagSecret: 'secret' },
  );

it('many things are told in messages of 5 kB at most, each of them once and in order', async () => {
  const parts = {
    gone: Array.from({ length: 100 }, (_, at) => ({ id: idOf('med', at), version: 3 })),
    items: await itemsOf(20),
    votes: Array.from({ length: 300 }, (_, at) => ({ id: idOf('med', at), count: at, version: at })),
  };
  const counts = { approved: 12_345, voted: 1_234, version: 123_456 };
  const messages = messagesOf(parts, counts);
  expect(messages.length).toBeGreaterThan(5);
  for (const message of messages) {
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(LIVE_MESSAGE_BYTES);
    expect(liveMessage.parse(message)).toEqual(message);
  }
  expect(messages.flatMap(({ gone = [] }) => gone)).toEqual(parts.gone);
  expect(messages.flatMap(({ items = [] }) => items)).toEqual(parts.items);
  expect(messages.flatMap(({ votes = [] }) => votes)).toEqual(parts.votes);
  expect(messages.map((message) => message.counts)).toEqual([
    ...messages.slice(1).map(() => undefined),
    counts,
  ]);
  expect(messagesOf({ items: [] }, counts)).toEqual([]);
});

it('an item has nothing of its uploader, its file or its hosts', async () => {
  const [item] = await itemsOf(1);
  expect(item).toMatchObject({ uploaderName: null, version: mediaRecord(1).statusVersion });
  const { uploader } = mediaRecord(1);
  expect(item?.uploaderTag).toBe(uploaderTagOf('secret', mediaRecord(1)));
  // Another secret, item or person makes another tag.
  const others = [
    uploaderTagOf('other', mediaRecord(1)),
    uploaderTagOf('secret', { ...mediaRecord(2), uploader }),
  ];
  expect(others).not.toContain(item?.uploaderTag);
  expect(JSON.stringify(item)).not.toMatch(/SECRET|host-id|user:|guest:|isOwn|hasVoted|uploadedBy/);
});
