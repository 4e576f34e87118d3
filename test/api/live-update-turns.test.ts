import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { LiveMessage } from '../../shared/contract/live-updates.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { mediaIdOf, newId } from '../../functions/domain/ids.ts';
import type { LiveJob } from '../../functions/domain/job-messages.ts';
import {
  CHANNEL_SECONDS,
  DEPARTURE_PAUSE_SECONDS,
  OVERLAP_SECONDS,
} from '../../functions/domain/live-update-times.ts';
import type { MediaRecord } from '../../functions/domain/records.ts';
import { channelOf } from '../../functions/live-updates/channel.ts';
import { tellListeners } from '../../functions/live-updates/tell-listeners.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { eventRecord, mediaRecord } from '../fixtures/records.ts';
import { eventRow, mediaRow } from '../fixtures/table-rows.ts';

// Only the job's work, on a table that no worker follows, and with a clock and a service of its own.

const NOW = new Date('2020-06-30T18:00:00.000Z');
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

let [eventId, old, next] = ['', '', ''];
let media: MediaRecord;

const put = (Item: object) => dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));

beforeAll(() => useOwnTable('live-update-turns'));

beforeEach(async () => {
  eventId = newId('evt');
  [old, next] = [channelOf({ eventId, epoch: 0 }), channelOf({ eventId, epoch: 1 })] as const;
  media = mediaRecord(1, { id: mediaIdOf(newId('upl')), eventId, voteCount: 4 });
  await put(eventRow(eventRecord({ id: eventId })));
  await put(mediaRow(media));
});

const changed = (change: Partial<Extract<LiveJob, { kind: 'changed' }>>): LiveJob => ({
  kind: 'changed',
  eventId,
  items: [],
  votes: [],
  gone: [],
  ...change,
});
const move = (at: Date, pauseSeconds = OVERLAP_SECONDS): LiveJob => ({
  kind: 'move',
  eventId,
  at: at.toISOString(),
  pauseSeconds,
});

/** Does jobs one after the other, each at its second. @returns by job, what was published and what was put off */
async function tell(jobs: readonly (readonly [seconds: number, job: LiveJob])[]) {
  const outcomes: { published: [string, LiveMessage][]; resent: [LiveJob, number][] }[] = [];
  for (const [seconds, job] of jobs) {
    const outcome: (typeof outcomes)[number] = { published: [], resent: [] };
    await tellListeners(job, {
      now: () => later(seconds),
      publish: async (channel, messages) =>
        void outcome.published.push(...messages.map((one): [string, LiveMessage] => [channel, one])),
      resend: async (rest, delaySeconds) => void outcome.resent.push([rest, delaySeconds]),
    });
    outcomes.push(outcome);
  }
  return outcomes;
}

const votesOf = (published: [string, LiveMessage][]) => published.flatMap(([, { votes = [] }]) => votes);

it('the first of a burst is told at once, and the rest together after the pause', async () => {
  const [first, second, third, waiting, empty] = await tell([
    [0, changed({ votes: [media.id] })],
    [0.5, changed({ votes: [media.id] })],
    [1, changed({ votes: [media.id] })],
    [2.5, { kind: 'waiting', eventId, topic: 'votes' }],
    [3, { kind: 'waiting', eventId, topic: 'votes' }],
  ]);
  expect(votesOf(first?.published ?? [])).toEqual([{ id: media.id, count: media.voteCount, version: 0 }]);
  expect(second).toEqual({ published: [], resent: [[{ kind: 'waiting', eventId, topic: 'votes' }, 2]] });
  // One job is for all who wait, or these jobs would become more and more.
  expect(third).toEqual({ published: [], resent: [] });
  expect(votesOf(waiting?.published ?? [])).toEqual([{ id: media.id, count: media.voteCount, version: 0 }]);
  expect(empty).toEqual({ published: [], resent: [] });
});

it('what waits and finds the pause not over waits once more', async () => {
  const waiting = { kind: 'waiting', eventId, topic: 'votes' } as const;
  const [, , , , early, second] = await tell([
    [0, changed({ votes: [media.id] })],
    [0.4, changed({ votes: [media.id] })],
    // The pause is over before the job comes.
    [2.1, changed({ votes: [media.id] })],
    [2.2, changed({ votes: [media.id] })],
    [2.4, waiting],
    [2.5, waiting],
  ]);
  // It is the only one.
  expect(second).toEqual({ published: [], resent: [] });
  expect(early).toEqual({ published: [], resent: [[{ kind: 'waiting', eventId, topic: 'votes' }, 2]] });
});

it('what goes in masses is told once a second, together with the items, and nothing of it is left out', async () => {
  const waiting = { kind: 'waiting', eventId, topic: 'items' } as const;
  const [, , second, , rest] = await tell([
    [0, changed({ items: ['med_0'] })],
    [0.1, changed({ gone: ['med_1'] })],
    [0.2, changed({ gone: ['med_2', 'med_3'] })],
    [0.3, changed({ gone: ['med_4'] })],
    [1.2, waiting],
  ]);
  expect(second).toEqual({ published: [], resent: [[waiting, 1]] });
  expect(rest?.published.flatMap(([, { gone = [] }]) => gone.map(({ id }) => id)).toSorted()).toEqual([
    'med_2',
    'med_3',
    'med_4',
  ]);
});

it('what is gone comes back where too much waits', async () => {
  const itemsWaiting = new Set(Array.from({ length: 2000 }, (_, at) => `med_${at}@0`));
  await put({ ...keys.liveUpdates(eventId), itemsWaiting });
  const [, again] = await tell([
    [0, changed({ gone: ['med_a'] })],
    [0.1, changed({ gone: ['med_b'] })],
  ]);
  expect(again).toEqual({
    published: [],
    resent: [
      [{ kind: 'waiting', eventId, topic: 'items' }, 1],
      [changed({ gone: ['med_b'] }), 10],
    ],
  });
});

it('a channel is told of changes for a quarter of an hour, and then of its move', async () => {
  const begun = 60;
  const due = begun + CHANNEL_SECONDS;
  await put({ ...keys.liveUpdates(eventId), tagSecret: 'x', begunAt: later(begun).toISOString() });
  const [young, renewed] = await tell([
    [due - 1, changed({ votes: [media.id] })],
    [due + 2, changed({ votes: [media.id] })],
  ]);
  expect(young?.resent).toEqual([]);
  expect(renewed).toMatchObject({ published: [[old, {}]], resent: [[move(later(begun)), 0]] });
  // However many jobs found it due, it moves once.
  const [moved, again, fresh] = await tell([
    [due + 3, move(later(begun))],
    [due + 4, move(later(begun))],
    [due + 9, changed({ votes: [media.id] })],
  ]);
  expect(moved).toEqual({ published: [[old, { moved: true }]], resent: [] });
  expect(again).toEqual({ published: [], resent: [] });
  expect([fresh?.published.map(([channel]) => channel), fresh?.resent]).toEqual([[next, old], []]);
});

it('what is gone waits for no item or vote', async () => {
  const [, gone] = await tell([
    [0, changed({ items: [media.id], votes: [media.id] })],
    [0.1, changed({ gone: ['med_gone'] })],
  ]);
  expect(gone?.published).toMatchObject([[old, { gone: [{ id: 'med_gone' }] }]]);
});

it('for a while the old channel is told, too, and then the new one alone', async () => {
  const [moved, both, alone] = await tell([
    [0, move(NOW)],
    [OVERLAP_SECONDS - 1, changed({ gone: ['med_gone'] })],
    [OVERLAP_SECONDS, changed({ gone: ['med_gone'] })],
  ]);
  expect(moved?.published).toEqual([[old, { moved: true }]]);
  expect(both?.published.map(([channel]) => channel)).toEqual([next, old]);
  expect(alone?.published.map(([channel]) => channel)).toEqual([next]);
});

it('one move is for all who lost access before it, and the next waits until it is over', async () => {
  const [, again, soon] = await tell([
    [1, move(NOW)],
    [2, move(NOW)],
    [5, move(later(5))],
  ]);
  expect(again).toEqual({ published: [], resent: [] });
  expect(soon).toEqual({ published: [], resent: [[move(later(5)), OVERLAP_SECONDS - 4]] });
  // Who lost access right after a move still hears for less than a minute: until the next, and while that lasts.
  expect(2 * OVERLAP_SECONDS).toBeLessThan(60);
});

it('whoever joins and leaves again and again does not make everybody ask anew each time', async () => {
  const left = (seconds: number) => move(later(seconds), DEPARTURE_PAUSE_SECONDS);
  const [first, second, blocked] = await tell([
    [0, left(0)],
    [30, left(30)],
    [40, move(later(40))],
  ]);
  expect(first?.published).toEqual([[old, { moved: true }]]);
  expect(second).toEqual({ published: [], resent: [[left(30), DEPARTURE_PAUSE_SECONDS - 30]] });
  // Whoever is blocked waits for nobody who left.
  expect(blocked?.published).toEqual([[next, { moved: true }]]);
  // With that everybody has asked anew.
  expect(await tell([[DEPARTURE_PAUSE_SECONDS, left(30)]])).toEqual([{ published: [], resent: [] }]);
});

it('a move whose word was lost is told however late it comes again, to listeners of every channel before', async () => {
  const lost = async (job: LiveJob, seconds: number) =>
    tellListeners(job, {
      now: () => later(seconds),
      publish: () => Promise.reject(new Error('The service is down.')),
      resend: async () => {},
    });
  await expect(lost(move(NOW), 1)).rejects.toThrow('down');
  await expect(lost(move(later(30)), 31)).rejects.toThrow('down');
  const [late] = await tell([[200, move(NOW)]]);
  expect(late?.published).toEqual([
    [old, { moved: true }],
    [next, { moved: true }],
  ]);
});

it('each message says how many items there are, in the order of turns', async () => {
  const row = { ...keys.mediaCounts(eventId, 0), approved: 3, voted: 1 };
  await put(row);
  const [first] = await tell([[0, changed({ votes: [media.id] })]]);
  await put({ ...row, approved: 2 });
  const [second] = await tell([[0.1, changed({ gone: ['med_gone'] })]]);
  const [before, after] = [first, second].map((outcome) => outcome?.published[0]?.[1].counts);
  expect([before, after]).toMatchObject([
    { approved: 3, voted: 1 },
    { approved: 2, voted: 1 },
  ]);
  expect(after?.version).toBeGreaterThan(before?.version ?? Infinity);
});

it('what changes again once it was read waits for the next turn, and is told again', async () => {
  const waiting = { kind: 'waiting', eventId, topic: 'votes' } as const;
  await tell([
    [0, changed({ votes: [media.id] })],
    [0.5, changed({ votes: [media.id] })],
  ]);
  const published: LiveMessage[] = [];
  await tellListeners(waiting, {
    now: () => later(2.5),
    // It was read, and changes again.
    publish: async (_channel, messages) => {
      published.push(...messages);
      await tell([[2.6, changed({ votes: [media.id] })]]);
    },
    resend: async () => {},
  });
  const [again, empty] = await tell([
    [4.6, waiting],
    [7, waiting],
  ]);
  expect([published, again?.published, empty?.published].map((list) => list?.length)).toEqual([1, 1, 0]);
});

it('of those who wait, the told ones go, however many are put there meanwhile', async () => {
  const waiting = { kind: 'waiting', eventId, topic: 'votes' } as const;
  const other = mediaRecord(2, { id: mediaIdOf(newId('upl')), eventId });
  await put(mediaRow(other));
  await tell([
    [0, changed({ votes: [media.id] })],
    [0.5, changed({ votes: [media.id] })],
  ]);
  await tellListeners(waiting, {
    now: () => later(2.5),
    publish: async () => void (await tell([[2.6, changed({ votes: [other.id] })]])),
    resend: async () => {},
  });
  const [rest] = await tell([[4.6, waiting]]);
  expect(votesOf(rest?.published ?? []).map(({ id }) => id)).toEqual([other.id]);
});

it('of a deleted event, listeners are told to go, and nothing is written', async () => {
  const id = newId('evt');
  await put({ ...eventRow(eventRecord({ id })), deletedAt: NOW.toISOString() });
  const [moved] = await tell([
    [0, { ...move(NOW), eventId: id }],
    [1, { ...changed({ items: [media.id], votes: [media.id], gone: ['med_gone'] }), eventId: id }],
  ]);
  expect(moved?.published).toEqual([[channelOf({ eventId: id, epoch: 0 }), { moved: true }]]);
  expect(await getRow(keys.liveUpdates(id))).toBeUndefined();
});
