import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { newArchive } from '../../../functions/downloads/archive.ts';
import {
  addWrittenStretch,
  claimRestart,
  addMadeBatch,
  endArchive,
} from '../../../functions/downloads/archive-progress.ts';
import { markEventDeleted, updateEvent } from '../../../functions/table/events.ts';
import { createGuest, beginErasure, putUser } from '../../../functions/table/people.ts';
import { type Key, keys } from '../../../functions/table/keys.ts';
import {
  forgetCopyFacts,
  setFileChecksums,
  setProcessingResult,
  setFileArea,
} from '../../../functions/table/processing-result.ts';
import { joinEvent } from '../../../functions/table/memberships.ts';
import { mergeMembership } from '../../../functions/people/transfer-items-and-votes.ts';
import { claimTurn } from '../../../functions/notifications/notification-throttle.ts';
import { countCall } from '../../../functions/table/rate-limit-windows.ts';
import { closeMembership } from '../../../functions/table/closed-memberships.ts';
import { recordUse } from '../../../functions/table/sessions.ts';
import { createUpload } from '../../../functions/table/uploads.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const event = eventRecord();
const media = mediaRecord(1);
const userId = event.createdBy;
const person = `user:${userId}` as const;
const user = { id: userId, email: 'a@example.com', firstName: null, lastName: null, profileImageUrl: null };
const guestId = idOf('gst', 1);
const guest = `guest:${guestId}` as const;
const hasPlace = new TransactionCanceledException({
  message: 'cancelled',
  $metadata: {},
  CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
});
const version = { changes: 1, removals: 0 };
const archive = newArchive(
  { id: `arc_${'a'.repeat(26)}`, eventId: event.id, viewer: 'everyone', version },
  now,
);
const membership = {
  eventId: event.id,
  person: guest,
  standing: 'guest',
  isBlocked: false,
  hasPaid: true,
  hasPlace: true,
  since: now.toISOString(),
  uploadCount: 0,
  pendingCount: 0,
  discardedCount: 0,
  everUploaded: 0,
} as const;
const upload = {
  id: idOf('upl', 1),
  person,
  eventId: event.id,
  contentType: null,
  fileSizeBytes: null,
  issuedAt: now.toISOString(),
  savedAs: null,
};

const collision = { name: 'ConditionalCheckFailedException' };

/** A write that states a condition: of which row, which one, and what becomes of it where that does not hold. */
type Write = {
  readonly of: Key;
  readonly run: () => Promise<unknown>;
  readonly condition: string;
  readonly values?: object;
} & ({ readonly refused: unknown } | { readonly thrown: object });

const archiveRow = keys.archive(archive);
const writes: Readonly<Record<string, Write>> = {
  'a stretch is noted while its ZIP is written': {
    of: archiveRow,
    run: () => addWrittenStretch(archive, 3, now),
    condition: 'attribute_exists(pk) AND #state IN (:while0)',
    values: { ':while0': 'writing', ':done': new Set([3]) },
    refused: undefined,
  },
  'a batch of photos is noted while its ZIP is planned': {
    of: archiveRow,
    run: () => addMadeBatch(archive, 3, now),
    condition: 'attribute_exists(pk) AND #state IN (:while0)',
    values: { ':while0': 'planning', ':made': new Set([3]) },
    refused: undefined,
  },
  'a ZIP is ready only after its writing': {
    of: archiveRow,
    run: () => endArchive(archive, 'ready', now),
    condition: 'attribute_exists(pk) AND #state IN (:while0)',
    values: { ':while0': 'writing' },
    refused: undefined,
  },
  'a ZIP is started again by one': {
    of: archiveRow,
    run: () => claimRestart(archive, now),
    condition:
      'attribute_exists(pk) AND #state IN (:while0, :while1) AND progressAt = :seenProgress AND attribute_not_exists(restartedAt)',
    values: { ':seenProgress': archive.progressAt },
    refused: false,
  },
  'a ZIP is started once more by one': {
    of: archiveRow,
    run: () => claimRestart({ ...archive, restartedAt: '2026-06-30T17:59:00.000Z' }, now),
    condition:
      'attribute_exists(pk) AND #state IN (:while0, :while1) AND progressAt = :seenProgress AND restartedAt = :seenRestart',
    values: { ':seenRestart': '2026-06-30T17:59:00.000Z' },
    refused: false,
  },
  'an event is changed while it stands': {
    of: keys.event(event.id),
    run: () => updateEvent(event, { name: 'Other', updatedAt: now.toISOString() }),
    condition: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
    thrown: { name: 'AppError', kind: 'not-found' },
  },
  'a deletion is begun once': {
    of: keys.event(event.id),
    run: () => markEventDeleted(event.id, now),
    condition: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
    refused: undefined,
  },
  'an account is not taken for the one that is being erased': {
    of: keys.user(userId),
    run: () => putUser(user, now),
    condition: 'attribute_not_exists(erasedAt)',
    refused: false,
  },
  'a guest never takes the place of another': {
    of: keys.guest(guestId),
    run: () =>
      createGuest({ id: guestId, name: 'G', email: null, tokenHash: 'h', createdAt: '', claimedBy: null }),
    condition: 'attribute_not_exists(pk)',
    thrown: collision,
  },
  'who is gone does not come back by leaving': {
    of: keys.user(userId),
    run: () => beginErasure({ kind: 'user', userId }, { withMedia: true, now }),
    condition: 'attribute_exists(pk) AND attribute_not_exists(ownershipVersion)',
    values: { ':media': true },
    refused: false,
  },
  'who got an event meanwhile does not leave': {
    of: keys.user(userId),
    run: () => beginErasure({ kind: 'user', userId }, { withMedia: true, now, ownershipVersion: 2 }),
    condition: 'attribute_exists(pk) AND ownershipVersion = :version',
    values: { ':version': 2 },
    refused: false,
  },
  'a guest who leaves is nobody from then on': {
    of: keys.guest(guestId),
    run: () => beginErasure({ kind: 'guest', guestId }, { withMedia: true, now }),
    condition: 'attribute_exists(pk)',
    values: { ':nobody': 'erased' },
    refused: false,
  },
  'a membership that is gone is not closed': {
    of: keys.membership(event.id, guest),
    run: () => closeMembership({ eventId: event.id, person: guest }, now),
    condition: 'attribute_exists(pk)',
    refused: undefined,
  },
  'a session that has ended stays so': {
    of: keys.session('hash'),
    run: () =>
      recordUse({ tokenHash: 'hash', user, usedAtSeconds: 1, expiresAtSeconds: 2, endsAtSeconds: 3 }, now),
    condition: 'attribute_exists(pk) AND expiresAtSeconds = :seen',
    values: { ':seen': 2 },
    refused: 3,
  },
  'an outcome is of the status that was seen': {
    of: keys.media(media.id),
    run: () => setProcessingResult(media, { state: 'ready' }),
    condition: 'statusVersion = :seen AND attribute_not_exists(isDiscarded)',
    values: { ':seen': media.statusVersion },
    refused: false,
  },
  'a place is of the status that was seen': {
    of: keys.media(media.id),
    run: () => setFileArea(media, 'open'),
    condition: 'statusVersion = :seen',
    values: { ':seen': media.statusVersion, ':place': 'open' },
    refused: false,
  },
  'a sum is noted of an item that is there': {
    of: keys.media(media.id),
    run: () => setFileChecksums(media, { crc32: 7 }),
    condition: 'attribute_exists(pk)',
    values: { ':sum': 7 },
    refused: undefined,
  },
  'a sum of a download is noted of an item with facts': {
    of: keys.media(media.id),
    run: () => setFileChecksums(media, { download: { name: 'a.webp', sizeBytes: 1, crc32: 7 } }),
    condition: 'attribute_exists(pk) AND attribute_type(facts, :map)',
    refused: undefined,
  },
  'what a clean copy is comes from the latest renditions, if they say it': {
    of: keys.media(media.id),
    run: () => setFileChecksums(media, { copy: null }),
    condition: 'attribute_exists(pk) AND attribute_type(facts, :map) AND attribute_not_exists(facts.#name)',
    refused: undefined,
  },
  'what was said of a clean copy is forgotten, unless another is there by now': {
    of: keys.media(media.id),
    run: () => forgetCopyFacts(media, { crc32: 7 }),
    condition: 'facts.#copy.crc32 = :seen',
    values: { ':seen': 7 },
    refused: undefined,
  },
  'a visitor becomes a participant, somebody removed does not': {
    of: keys.membership(event.id, person),
    run: () => {
      dynamo.on(TransactWriteCommand).rejects(hasPlace);
      return joinEvent(event, { userId, now });
    },
    condition: 'standing = :visitor AND isBlocked = :no',
    values: { ':visitor': 'visitor', ':no': false },
    refused: undefined,
  },
  'an owner inherits no standing': {
    of: keys.membership(event.id, person),
    run: () => mergeMembership(membership, person),
    condition: 'attribute_exists(pk) AND standing <> :owner',
    refused: undefined,
  },
  'a minute has one turn': {
    of: keys.notificationThrottle(event.id, 'upload'),
    run: () => claimTurn({ eventId: event.id, kind: 'upload', about: media.id }, now),
    condition: 'attribute_not_exists(pk) OR takenAt <= :before OR about = :about',
    values: { ':before': '2026-06-30T17:59:00.000Z', ':about': media.id },
    refused: false,
  },
  'a limit is counted up to': {
    of: keys.rateLimit({ endpointId: 'e', subject: 's', windowEnd: now.getTime() / 1000 + 60 }),
    run: () =>
      countCall({ by: 'address', max: 5, windowSeconds: 60 }, { endpointId: 'e', subject: 's' }, now),
    condition: 'attribute_not_exists(calls) OR calls < :max',
    values: { ':max': 5 },
    thrown: { name: 'AppError', kind: 'too-many', retryAfterSeconds: 60 },
  },
  'an upload never takes the place of another': {
    of: keys.upload(upload.id),
    run: () => createUpload(upload),
    condition: 'attribute_not_exists(pk)',
    thrown: collision,
  },
};

beforeEach(() => {
  dynamo.reset();
  process.env['EVENT_PEOPLE_LIMIT'] = '10';
  dynamo.on(TransactWriteCommand).resolves({});
});

const failWith = (error: Error): void => {
  dynamo.on(UpdateCommand).rejects(error);
  dynamo.on(PutCommand).rejects(error);
};
const refusal = () => new ConditionalCheckFailedException({ message: 'no', $metadata: {} });

function sent(): UpdateCommandInput | PutCommandInput {
  const [call, ...more] = [...dynamo.commandCalls(UpdateCommand), ...dynamo.commandCalls(PutCommand)];
  expect(more).toEqual([]);
  if (!call) throw new Error('Nothing was written.');
  return call.args[0].input;
}

describe.each(Object.entries(writes))('%s', (_name, write) => {
  it('by its condition, and what becomes of a refusal', async () => {
    failWith(refusal());
    const ended = await write.run().then(
      (refused) => ({ refused }),
      (thrown: unknown) => ({ thrown }),
    );
    expect(ended).toMatchObject('thrown' in write ? { thrown: write.thrown } : { refused: write.refused });
    const input = sent();
    expect('Key' in input ? input.Key : input.Item).toMatchObject(write.of);
    expect(input.ConditionExpression).toBe(write.condition);
    expect(input.ExpressionAttributeValues ?? {}).toMatchObject(write.values ?? {});
  });

  it.each(['ProvisionedThroughputExceededException', 'TimeoutError', 'AccessDeniedException'])(
    'takes no %s for a refusal',
    async (name) => {
      const error = Object.assign(new Error(name), { name });
      failWith(error);
      await expect(write.run()).rejects.toBe(error);
    },
  );
});
