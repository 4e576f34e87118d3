import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteMedia, setMediaStatus } from '../../../functions/table/media-changes.ts';
import { createMedia } from '../../../functions/table/media.ts';
import { idOf, mediaRecord } from '../../fixtures/records.ts';
import { mediaRow } from '../../fixtures/table-rows.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00Z');
const upload = { id: idOf('upl', 1), eTag: '"e"', versionId: 'v' };

beforeEach(() => {
  dynamo.reset();
  process.env['PERSON_UPLOAD_LIMIT'] = '2000';
  process.env['EVENT_PEOPLE_LIMIT'] = '100';
});

const refused = (at: number, of: number, found?: object) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: Array.from({ length: of }, (_, index) =>
      index === at
        ? {
            Code: 'ConditionalCheckFailed',
            ...(found && { Item: marshall(found, { removeUndefinedValues: true }) }),
          }
        : { Code: 'None' },
    ),
  });

const items = (call = 0) =>
  dynamo.commandCalls(TransactWriteCommand)[call]?.args[0].input.TransactItems ?? [];

describe('saving', () => {
  it('writes item, counts and the use of the upload in one transaction', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    const media = mediaRecord(1, { status: 'pending', state: 'processing' });
    expect(await createMedia(media, upload)).toBeUndefined();
    expect(dynamo.calls()).toHaveLength(1);
    expect(items().map((item) => Object.keys(item)[0])).toEqual(['Put', 'Update', 'Update', 'Update']);
    expect(items().every((item) => Object.values(item)[0]?.ConditionExpression)).toBe(true);
    expect(items()[0]?.Put?.Item).toMatchObject({
      pk: `MEDIA#${media.id}`,
      gsi1pk: `EVENT#${media.eventId}#pending`,
      gsi3sk: `~#${media.id}`,
      gsi5sk: `${media.uploadedAt}#${media.id}`,
    });
  });

  it.each([
    [0, undefined, 'already-saved'],
    [1, undefined, 'upload-gone'],
    [2, { isOpen: false }, 'event-gone'],
    [3, undefined, 'no-place'],
    [3, { isBlocked: false, hasPlace: false }, 'no-place'],
    [3, { isBlocked: false, closedAt: '2026-01-01' }, 'left'],
  ] as const)('tells by the refused condition %i that found %o that it is %s', async (at, found, refusal) => {
    dynamo.on(TransactWriteCommand).rejects(refused(at, 4, found));
    expect(await createMedia(mediaRecord(1), upload)).toBe(refusal);
    expect(dynamo.calls()).toHaveLength(1);
  });

  it('names no row that another save of the event need name, but its shard of the counts', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    for (const number of [1, 2])
      await createMedia(mediaRecord(number, { uploader: `user:${number}` }), {
        ...upload,
        id: idOf('upl', number),
      });
    const named = [0, 1].map((call) =>
      items(call).map((item) => {
        const { Key, Item } = (item.Put ?? item.Update) as { Key?: object; Item?: Record<string, unknown> };
        return JSON.stringify(Key ?? { pk: Item?.['pk'], sk: Item?.['sk'] });
      }),
    );
    expect(named[0]?.filter((key) => named[1]?.includes(key))).toEqual([]);
  });
});

describe('a save that takes its place in the event', () => {
  const media = mediaRecord(1, { uploader: `guest:${idOf('gst', 1)}`, status: 'pending' });
  const person = { kind: 'guest', guestId: idOf('gst', 1) } as const;
  const newcomer = { event: { id: media.eventId, createdAt: '' }, person, now };

  it('is one transaction with the place, and counts the item in the same row', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await createMedia(media, upload, newcomer);
    expect(dynamo.calls()).toHaveLength(1);
    expect(
      items().map(
        ({ Put, Update, ConditionCheck }) =>
          String((Put?.Item ?? Update?.Key ?? ConditionCheck?.Key)?.['sk']).split('#')[0],
      ),
    ).toEqual(['PEOPLE', 'PERSON', 'MEDIA', 'UPLOAD', 'TALLY', 'GUEST']);
    expect(items()[1]?.Update?.ExpressionAttributeValues).toMatchObject({
      ':uploadCount': 1,
      ':pendingCount': 1,
    });
  });

  it('opens its shard, and is told its own refusals', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(refused(4, 6)).resolves({});
    expect(await createMedia(media, upload, newcomer)).toBeUndefined();
    dynamo.reset();
    dynamo.on(TransactWriteCommand).rejects(refused(2, 6));
    expect(await createMedia(media, upload, newcomer)).toBe('already-saved');
  });
});

describe('the first save of a shard', () => {
  const first = mediaRecord(1);

  it.each([undefined, { approved: 3 }])('that holds %o opens it and is made again', async (found) => {
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(refused(2, 4, found))
      .resolves({});
    expect(await createMedia(first, upload)).toBeUndefined();
    expect(items(1).map((item) => Object.keys(item)[0])).toEqual(['ConditionCheck', 'Update']);
    expect(items(1)[0]?.ConditionCheck).toMatchObject({ Key: { pk: `EVENT#${first.eventId}`, sk: 'EVENT' } });
    expect(items(2)).toEqual(items(0));
  });

  it('is made again, too, where another save opened it meanwhile', async () => {
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(refused(2, 4))
      .rejectsOnce(refused(1, 2, { isOpen: true }))
      .resolves({});
    expect(await createMedia(first, upload)).toBeUndefined();
  });

  it.each([
    ['the event is being deleted', refused(0, 2)],
    ['the deletion has closed the shard', refused(1, 2, { isOpen: false })],
  ])('is refused where %s', async (_, opening) => {
    dynamo.on(TransactWriteCommand).rejectsOnce(refused(2, 4)).rejectsOnce(opening).resolves({});
    expect(await createMedia(first, upload)).toBe('event-gone');
    expect(dynamo.calls()).toHaveLength(2);
  });
});

describe('an uploader with as many items as one person may have', () => {
  it.each([
    [true, 'blocked'],
    [false, 'too-many'],
  ])('is told apart from one who was removed (%s): %s', async (isBlocked, refusal) => {
    dynamo.on(TransactWriteCommand).rejects(refused(3, 4, { isBlocked, uploadCount: 2000 }));
    expect(await createMedia(mediaRecord(1), upload)).toBe(refusal);
    expect(items()[3]?.Update?.ExpressionAttributeValues).toMatchObject({ ':limit': 2000, ':ever': 6000 });
  });
});

describe('moderating', () => {
  it('moves the item between lists, and its counts with it', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    const media = mediaRecord(1, { voteCount: 2 });
    const moderated = await setMediaStatus(media, { status: 'rejected', by: 'me', now });
    expect(moderated).toMatchObject({
      status: 'rejected',
      moderatedBy: 'me',
      moderatedAt: now.toISOString(),
    });
    expect(items()[0]?.Update?.ConditionExpression).toBe(
      'statusVersion = :seen AND uploader = :uploader AND voteCount > :zero AND attribute_not_exists(isDiscarded) AND #state = :state',
    );
    expect(items()[1]?.Update?.ExpressionAttributeValues).toEqual({
      ':approved': -1,
      ':openChanges': 1,
      ':openRemovals': 1,
      ':voted': -1,
      ':rejected': 1,
    });
    expect(items()[0]?.Update?.UpdateExpression).toMatch(/, isDiscarded = :yes$/);
    expect(items()[2]?.Update?.ExpressionAttributeValues).toEqual({
      ':uploads': 0,
      ':pending': 0,
      ':discarded': 1,
    });
  });

  it('takes a rejection back from the count of discarded items, unless nothing can be made of the file', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    const rejected = { status: 'rejected', isDiscarded: true } as const;
    const discarded = (call: number) => items(call)[2]?.Update?.ExpressionAttributeValues?.[':discarded'];
    await setMediaStatus(mediaRecord(1, rejected), { status: 'approved', by: 'me', now });
    expect(items()[0]?.Update?.UpdateExpression).toMatch(/ REMOVE isDiscarded$/);
    expect(items()[0]?.Update?.ConditionExpression).toMatch(/ AND attribute_exists\(isDiscarded\) AND /);
    expect(discarded(0)).toBe(-1);
    const unsupported = mediaRecord(1, { ...rejected, state: 'unsupported' });
    await setMediaStatus(unsupported, { status: 'approved', by: 'me', now });
    expect(items(1)[0]?.Update?.UpdateExpression).toMatch(/, isDiscarded = :yes$/);
    expect(discarded(1)).toBeUndefined();
  });

  it('starts anew from what it found when the item changed meanwhile', async () => {
    const media = mediaRecord(1, { status: 'pending' });
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(refused(0, 3, mediaRow({ ...media, status: 'rejected' })))
      .resolves({});
    await setMediaStatus(media, { status: 'approved', by: 'me', now });
    expect(items(1)[1]?.Update?.ExpressionAttributeValues).toEqual({
      ':rejected': -1,
      ':approved': 1,
      ':openChanges': 1,
    });
    expect(items(1)).toHaveLength(2);
  });

  it('leaves an item alone that somebody has decided on since the list was read', async () => {
    const media = mediaRecord(1, { status: 'pending' });
    dynamo.on(TransactWriteCommand).rejectsOnce(refused(0, 3, mediaRow({ ...media, status: 'approved' })));
    const result = await setMediaStatus(media, { status: 'rejected', from: 'pending', by: 'me', now });
    expect(result.status).toBe('approved');
    expect(dynamo.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });

  it('counts nothing for an uploader who has left for good', async () => {
    dynamo.on(TransactWriteCommand).rejectsOnce(refused(2, 3)).resolves({});
    await setMediaStatus(mediaRecord(1, { status: 'pending' }), { status: 'approved', by: 'me', now });
    expect(items(1)).toHaveLength(2);
  });

  it('of what is gone is a 404', async () => {
    dynamo.on(TransactWriteCommand).rejects(refused(0, 3));
    const gone = setMediaStatus(mediaRecord(1, { status: 'pending' }), { status: 'approved', by: 'me', now });
    await expect(gone).rejects.toMatchObject({ kind: 'not-found' });
  });
});

it('deleting takes the counts back in the same transaction', async () => {
  dynamo.on(TransactWriteCommand).resolves({});
  await deleteMedia(mediaRecord(1, { status: 'pending' }));
  expect(items()[1]?.Update?.ExpressionAttributeValues).toEqual({
    ':pending': -1,
    ':heldChanges': 1,
    ':heldRemovals': 1,
  });
  expect(items()[2]?.Update?.ExpressionAttributeValues).toEqual({
    ':uploads': -1,
    ':pending': -1,
    ':discarded': 0,
  });
});

describe('deleting what is set aside', () => {
  const until = '2026-07-01T18:00:00.000Z';
  const media = mediaRecord(1, { status: 'approved' });

  it('is a change that no ZIP minds, on the condition that it still is', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await deleteMedia(media, { kind: 'set-aside', until });
    expect(items()[1]?.Update?.ExpressionAttributeValues).toEqual({ ':approved': -1, ':openChanges': 1 });
    expect(items()[2]?.Update).toMatchObject({
      ConditionExpression: 'attribute_exists(pk) AND setAsideUntil = :until',
      ExpressionAttributeValues: { ':until': until },
    });
  });

  it.each([
    ['is not set aside any more', { pk: 'x' }, 3],
    ['has left', undefined, 2],
  ])('counts as a removal if its uploader %s', async (_, found, writes) => {
    dynamo
      .on(TransactWriteCommand)
      .rejectsOnce(refused(2, 3, found))
      .resolves({});
    await deleteMedia(media, { kind: 'set-aside', until });
    expect(items(1)[1]?.Update?.ExpressionAttributeValues).toMatchObject({ ':openRemovals': 1 });
    expect(items(1)).toHaveLength(writes);
  });

  it('begins with the removal that outdates every ZIP of before', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    const zips = new Set(['everyone#arc']);
    await deleteMedia(media, { kind: 'outdates', zips, since: until, until });
    expect(items()[1]?.Update?.ExpressionAttributeValues).toMatchObject({ ':openRemovals': 1 });
    expect(items()[2]?.Update?.UpdateExpression).toBe(
      'ADD uploadCount :uploads, pendingCount :pending, discardedCount :discarded SET outdatedZips = :zips, outdatedSince = :since, setAsideUntil = :until',
    );
    await deleteMedia(media, { kind: 'outdates', zips });
    expect(items(1)[2]?.Update?.UpdateExpression).toBe(
      'ADD uploadCount :uploads, pendingCount :pending, discardedCount :discarded, outdatedZips :zips',
    );
  });
});
