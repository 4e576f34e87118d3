import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { MediaStatus } from '../../../shared/contract/entities.ts';
import { handler } from '../../../functions/jobs/dispatch-changes.ts';
import { DEPARTURE_PAUSE_SECONDS, OVERLAP_SECONDS } from '../../../functions/domain/live-update-times.ts';
import { log } from '../../../functions/aws/log.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { EventRecord } from '../../../functions/domain/records.ts';
import type { Row } from '../../../functions/table/dynamo.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';
import { mediaStreamRecord, streamRecord } from '../../fixtures/stream-records.ts';
import { eventRow } from '../../fixtures/table-rows.ts';

const queues = mockClient(SQSClient);
const QUEUES = ['push', 'moves', 'deletions', 'people', 'archives', 'votes', 'live'];
const AT = '2026-06-30T18:00:00.000Z';

beforeAll(() => {
  for (const queue of QUEUES) process.env[`${queue.toUpperCase()}_QUEUE_URL`] = queue;
  Object.assign(process.env, { AWS_REGION: 'us-east-1', POWERTOOLS_METRICS_DISABLED: 'true' });
  log.setLogLevel('SILENT');
});
beforeEach(() => {
  queues.reset();
  queues.on(SendMessageCommand).resolves({});
});

/** A change of an item, as the table's stream tells it. */
function change(number: number, statuses: { before?: MediaStatus; after?: MediaStatus }): DynamoDBRecord {
  const item = (status: MediaStatus) => mediaRecord(number, { status, uploadedAt: AT });
  const { before, after } = statuses;
  return mediaStreamRecord(
    { ...(before && { before: item(before) }), ...(after && { after: item(after) }) },
    number,
  );
}

const follow = (...Records: DynamoDBRecord[]) => handler({ Records } satisfies DynamoDBStreamEvent);

/** The messages of a queue, in order. */
const sentTo = (queue: string) =>
  queues
    .commandCalls(SendMessageCommand, { QueueUrl: queue })
    .map(({ args }) => JSON.parse(args[0].input.MessageBody ?? '') as object);

const news = (...numbers: number[]) => ({
  kind: 'new',
  eventId: idOf('evt', 1),
  mediaIds: numbers.map((number) => idOf('med', number)),
  at: AT,
});

it('tells of what came together in one message', async () => {
  const changes = [1, 2, 3].map((number) => change(number, { after: 'approved' }));
  expect(await follow(...changes, change(4, { before: 'approved', after: 'approved' }))).toEqual({
    batchItemFailures: [],
  });
  expect(sentTo('push')).toEqual([news(1, 2, 3)]);
});

it('tells of what came before a failure, and begins again at the failure', async () => {
  queues.on(SendMessageCommand, { QueueUrl: 'moves' }).rejects(new Error('down'));
  const answer = await follow(
    change(1, { after: 'approved' }),
    change(2, { before: 'approved' }),
    change(3, { after: 'approved' }),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
  expect(sentTo('push')).toEqual([news(1)]);
});

it('begins again at the first where nobody could be told', async () => {
  queues.on(SendMessageCommand, { QueueUrl: 'push' }).rejects(new Error('down'));
  const answer = await follow(change(1, { after: 'approved' }), change(2, { after: 'approved' }));
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
});

const placedIn = (place: 'open' | 'held') =>
  mediaRecord(1, { status: 'approved', statusVersion: 1, place, placeVersion: 1 });

it('has files moved that lie where they may not, and says which of them everybody could see', async () => {
  const rejected = (place: 'open' | 'held') => ({
    ...placedIn(place),
    status: 'rejected' as const,
    statusVersion: 2,
  });
  await follow(
    mediaStreamRecord({ before: placedIn('open'), after: rejected('open') }),
    mediaStreamRecord({ before: placedIn('held'), after: rejected('held') }),
    mediaStreamRecord({ before: placedIn('open') }),
    // These lie where they belong, or are not there yet.
    mediaStreamRecord({ before: placedIn('open'), after: { ...placedIn('open'), voteCount: 1 } }),
    mediaStreamRecord({ after: mediaRecord(1) }),
  );
  const ids = { eventId: idOf('evt', 1), mediaId: idOf('med', 1) };
  expect(sentTo('moves')).toEqual([
    { ...ids, wasOpen: true },
    { ...ids, wasOpen: false },
    { ...ids, wasOpen: true },
  ]);
});

const deleted = eventRow(eventRecord(), { deletedAt: AT });
const archive = { id: `arc_${'a'.repeat(26)}`, eventId: idOf('evt', 1) };
const guest = {
  ...keys.guest(idOf('gst', 1)),
  id: idOf('gst', 1),
  name: 'Grace',
  email: null,
  tokenHash: 'hash',
  createdAt: AT,
  claimedBy: null,
};
const user = { ...keys.user('usr-1'), id: 'usr-1' };
const vote = { eventId: idOf('evt', 1), mediaId: idOf('med', 1), voter: 'user:usr-1' } as const;

it.each([
  [
    'an event whose deletion began',
    streamRecord({ before: eventRow(eventRecord()), after: deleted }),
    {
      deletions: [{ eventId: idOf('evt', 1) }],
      live: [{ kind: 'move', eventId: idOf('evt', 1), at: expect.any(String), pauseSeconds: 25 }],
    },
  ],
  [
    'a ZIP that was asked for',
    streamRecord({ after: { ...keys.archive(archive), ...archive } }),
    { archives: [{ kind: 'plan', eventId: archive.eventId, archiveId: archive.id }] },
  ],
  [
    'a guest who was claimed',
    streamRecord({ before: guest, after: { ...guest, claimedBy: 'usr-1' } }),
    { people: [{ kind: 'claim', guestId: guest.id, userId: 'usr-1' }] },
  ],
  [
    'a guest who left',
    streamRecord({ before: guest, after: { ...guest, claimedBy: 'erased', erasedAt: AT, eraseMedia: true } }),
    { people: [{ kind: 'erase', person: `guest:${guest.id}`, withMedia: true }] },
  ],
  [
    'a user who left',
    streamRecord({ before: user, after: { ...user, erasedAt: AT, eraseMedia: false } }),
    { people: [{ kind: 'erase', person: 'user:usr-1', withMedia: false }] },
  ],
  ['a new event', streamRecord({ after: eventRow(eventRecord()) }), {}],
  ['a new guest', streamRecord({ after: guest }), {}],
  [
    'a vote',
    streamRecord({ after: { ...keys.vote(vote), mediaId: vote.mediaId } }),
    { votes: [{ eventId: vote.eventId, items: [{ mediaId: vote.mediaId, voters: [vote.voter] }] }] },
  ],
])('starts what follows from %s', async (_, record, expected: Record<string, object[]>) => {
  expect(await follow(record)).toEqual({ batchItemFailures: [] });
  for (const queue of QUEUES) expect([queue, sentTo(queue)]).toEqual([queue, expected[queue] ?? []]);
});

it('stops at a row that nobody can read', async () => {
  const item = mediaStreamRecord({ after: mediaRecord(1) });
  const broken = { dynamodb: { ...item.dynamodb, SequenceNumber: '7', NewImage: { id: { S: 'x' } } } };
  expect(await follow(broken)).toEqual({ batchItemFailures: [{ itemIdentifier: '7' }] });
});

const voteRow = (number: number, voter: string, event = 1) => ({
  ...keys.vote({ eventId: idOf('evt', event), mediaId: idOf('med', number), voter: `user:${voter}` }),
  mediaId: idOf('med', number),
});

const votedItem = (number: number, ...voters: string[]) => ({ mediaId: idOf('med', number), voters });

it('has the votes of a batch rolled up together, by event, a second later', async () => {
  const counted = mediaRecord(3, { voteCount: 1 });
  await follow(
    streamRecord({ after: voteRow(1, 'a') }),
    streamRecord({ after: voteRow(1, 'b') }),
    streamRecord({ before: voteRow(1, 'a') }),
    streamRecord({ after: voteRow(2, 'a', 2) }),
    mediaStreamRecord({ before: counted, after: { ...counted, voteCount: 2 } }),
    mediaStreamRecord({ before: mediaRecord(4) }),
    // Not a matter of votes.
    mediaStreamRecord({ before: counted, after: { ...counted, capturedAt: AT } }),
  );
  expect(sentTo('votes')).toEqual([
    { eventId: idOf('evt', 1), items: [votedItem(1, 'user:a', 'user:b'), votedItem(3), votedItem(4)] },
    { eventId: idOf('evt', 2), items: [votedItem(2, 'user:a')] },
  ]);
  const [sent] = queues.commandCalls(SendMessageCommand, { QueueUrl: 'votes' });
  expect(sent?.args[0].input.DelaySeconds).toBe(1);
});

const told = { kind: 'changed', eventId: idOf('evt', 1), items: [], votes: [], gone: [] };

it('tells listeners of what is there for everybody, and of what no longer is, in one message for an event', async () => {
  await follow(
    change(1, { after: 'approved' }),
    change(2, { after: 'pending' }),
    change(3, { before: 'approved', after: 'rejected' }),
    change(4, { before: 'approved' }),
    change(5, { before: 'pending' }),
  );
  expect(sentTo('live')).toEqual([
    { ...told, items: [idOf('med', 1)], gone: [idOf('med', 3), idOf('med', 4)] },
  ]);
});

const membership = newMembership(idOf('evt', 1), { person: 'user:ada', standing: 'participant', since: AT });
const person = (before: object, after?: object) =>
  streamRecord(
    {
      before: { ...keys.membership(idOf('evt', 1), 'user:ada'), ...membership, ...before },
      ...(after && { after: { ...keys.membership(idOf('evt', 1), 'user:ada'), ...membership, ...after } }),
    },
    1,
  );
const event = (before: Partial<EventRecord>, after: Row) =>
  streamRecord({ before: eventRow(eventRecord(before)), after: eventRow(eventRecord(), after) }, 1);

it.each([
  ['a person is blocked', person({}, { isBlocked: true }), true],
  ['a blocked person is let in again', person({ isBlocked: true }, {}), false],
  ['somebody got their money back', person({ hasPaid: true }, { hasPaid: false }), true],
  ['somebody who had paid is gone', person({ hasPaid: true }), true],
  ['somebody has paid', person({}, { hasPaid: true }), false],
  ['somebody hosts no longer', person({ isCoHost: true }, {}), true],
  ['somebody uploads', person({}, { uploadCount: 3 }), false],
  ['an event becomes private', event({ privacy: 'public' }, { privacy: 'private' }), true],
  ['an event becomes public', event({ privacy: 'private' }, { privacy: 'public' }), false],
  ['an event is deleted', event({}, { deletedAt: AT }), true],
])(
  'when %s, its listeners have to ask anew only if that takes access away',
  async (_what, record, isLost) => {
    await follow(record);
    expect(sentTo('live')).toMatchObject(
      isLost ? [{ kind: 'move', eventId: idOf('evt', 1), pauseSeconds: OVERLAP_SECONDS }] : [],
    );
  },
);

it('who leaves for good of their own accord is no hurry', async () => {
  await follow(person({}, { closedAt: AT }));
  expect(sentTo('live')).toMatchObject([{ kind: 'move', pauseSeconds: DEPARTURE_PAUSE_SECONDS }]);
  await follow(person({}, { closedAt: AT, isBlocked: true }));
  expect(sentTo('live').at(-1)).toMatchObject({ kind: 'move', pauseSeconds: OVERLAP_SECONDS });
});
