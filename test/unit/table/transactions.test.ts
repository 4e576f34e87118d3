import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newArchive } from '../../../functions/downloads/archive.ts';
import { abandonPayment, applyFacts, newPayment } from '../../../functions/payments/payment.ts';
import type { TransactItem } from '../../../functions/table/dynamo.ts';
import { chargeMaking, chargePlan } from '../../../functions/downloads/archive-budget-store.ts';
import { createArchive } from '../../../functions/downloads/archive-store.ts';
import { createEvent } from '../../../functions/table/events.ts';
import { subscribersOf } from '../../../functions/table/index-keys.ts';
import { keys } from '../../../functions/table/keys.ts';
import { anonymisePayment, reassignPayment } from '../../../functions/payments/change-payer.ts';
import { beginPayment, commitPayment } from '../../../functions/payments/write-payment.ts';
import { transferMedia, transferVote } from '../../../functions/people/transfer-items-and-votes.ts';
import { markClaimed } from '../../../functions/table/people.ts';
import { createSession } from '../../../functions/table/sessions.ts';
import {
  putSubscription,
  transferSubscriptions,
} from '../../../functions/notifications/subscription-store.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';
import { eventRecord, idOf, mediaRecord } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const event = eventRecord();
const media = mediaRecord(1);
const guest = `guest:${idOf('gst', 1)}` as const;
const other = `guest:${idOf('gst', 2)}` as const;
const entitlementOf = (person: typeof guest) => ({
  eventId: event.id,
  person,
  standing: 'guest' as const,
  isBlocked: false,
  hasPlace: true,
  paymentIds: [],
  paidWith: [],
});
const entitlement = entitlementOf(guest);
const before = newPayment(event, { id: 'pay_1', payer: guest, amount: 500, now });
const counted = { ...before, countedIn: 12 };
const paid = applyFacts(
  before,
  {
    sessionId: 'cs_1',
    paymentIntentId: 'pi_1',
    outcome: 'paid',
    amountRefunded: 0,
    refund: null,
    dispute: null,
    paidAt: now.toISOString(),
  },
  now,
);
const archive = newArchive(
  {
    id: `arc_${'a'.repeat(26)}`,
    eventId: event.id,
    viewer: 'everyone',
    version: { changes: 1, removals: 0 },
  },
  now,
);
const plan = {
  planId: 'p',
  uploadId: 'u',
  fileCount: 1,
  totalBytes: 1,
  leftOut: 0,
  isProvisional: false,
};
const subscription = {
  eventId: event.id,
  endpointHash: 'hash',
  person: guest,
  endpoint: 'https://push.example/1',
  keys: { p256dh: 'p', auth: 'a' },
  createdAt: now.toISOString(),
};

const account = { id: 'u', email: 'a@example.com', firstName: null, lastName: null, profileImageUrl: null };

const THERE = 'attribute_exists(pk)';
const NEW = 'attribute_not_exists(pk)';
const STAYS = 'attribute_exists(pk) AND attribute_not_exists(erasedAt)';
const OPEN = 'attribute_not_exists(closedAt)';
const LEFT = { thrown: { name: 'AppError', kind: 'unauthenticated' } };
const STANDS = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';
const SAME_IDS = '(attribute_not_exists(paymentIds) OR paymentIds = :seen_paymentIds)';
const SAME_PAID = '(attribute_not_exists(paidWith) OR paidWith = :seen_paidWith)';

/** All or nothing: which conditions, in order, and what becomes of each one that does not hold, by its position. */
type Transaction = {
  readonly run: () => Promise<unknown>;
  readonly conditions: readonly (string | undefined)[];
  readonly refused: Readonly<Record<number, { value: unknown } | { thrown: object }>>;
};

const transactions: Readonly<Record<string, Transaction>> = {
  'a ZIP that is the first': {
    run: () => createArchive(archive, undefined),
    conditions: [STANDS, NEW, NEW],
    refused: { 0: { value: false }, 1: { value: false }, 2: { value: false } },
  },
  'a ZIP in the place of another': {
    run: () => createArchive(archive, { id: 'arc_old', keptId: 'arc_kept' }),
    conditions: [STANDS, NEW, 'attribute_not_exists(pk) OR archiveId = :last'],
    refused: { 2: { value: false } },
  },
  'a ZIP that is planned, and charged to the budget': {
    run: () => chargePlan(archive, { plan, version: archive.version }, now),
    conditions: [
      'attribute_exists(pk) AND #state = :planning',
      'attribute_not_exists(chargedBytes) OR chargedBytes <= :room OR chargedAt <= :slow',
    ],
    refused: { 0: { value: 'known' }, 1: { value: 'over-budget' } },
  },
  'photos that a ZIP has made, and their charge to the budget': {
    run: () =>
      chargeMaking(
        archive,
        {
          making: { listId: 'l', batchCount: 1, photoCount: 1, madeCount: 1 },
          about: { charge: 1, gallery: 1, items: 1 },
        },
        now,
      ),
    conditions: [
      'attribute_exists(pk) AND #state = :planning AND attribute_not_exists(#making)',
      'attribute_not_exists(chargedBytes) OR chargedBytes <= :room OR chargedAt <= :slow',
    ],
    refused: { 0: { value: 'known' }, 1: { value: 'over-budget' } },
  },
  'an event with its owner': {
    run: () => createEvent(event),
    conditions: [STAYS, undefined, NEW, NEW],
    refused: { 0: LEFT, 2: { thrown: { name: 'ConditionsFailed' } } },
  },
  'a subscription to an event that stands': {
    run: () => putSubscription(subscription),
    conditions: [STANDS, `${NEW} OR person IN (:person, :former)`, 'claimedBy = :nobody', NEW],
    refused: { 0: { thrown: { name: 'AppError', kind: 'not-found' } }, 2: LEFT },
  },
  'an item that gets another owner': {
    run: () => transferMedia(media, other),
    conditions: [
      'uploader = :from AND statusVersion = :version AND attribute_not_exists(isDiscarded)',
      `${THERE} AND ${OPEN}`,
      THERE,
    ],
    // Removed as idle: they are given another membership.
    refused: { 0: { value: 'changed' }, 1: { value: 'no-membership' } },
  },
  'a vote that gets another voter': {
    run: () => transferVote({ eventId: event.id, mediaId: media.id, voter: guest }, other, now),
    conditions: [THERE, NEW, 'claimedBy = :nobody'],
    // Gone is given; the other one's own vote is not.
    refused: { 0: { value: true }, 1: { value: false }, 2: LEFT },
  },
  'a payment that is begun': {
    run: () => beginPayment(before, entitlement),
    conditions: [NEW, `${THERE} AND ${SAME_IDS} AND ${OPEN}`],
    refused: { 0: { value: false }, 1: { value: false } },
  },
  'a payment that is begun by somebody without a place, while there is room': {
    run: () => beginPayment(before, { ...entitlement, hasPlace: false }),
    conditions: [
      NEW,
      `${THERE} AND ${SAME_IDS} AND ${OPEN}`,
      'attribute_not_exists(people) OR people < :limit',
    ],
    refused: { 0: { value: false }, 1: { value: false } },
  },
  'a payment of somebody without a place that has ended, which makes room': {
    run: () =>
      commitPayment({ before: counted, after: abandonPayment(counted, now), entitlement: undefined }, now),
    conditions: ['version = :seen', undefined],
    refused: { 0: { value: 'changed' } },
  },
  'a payment that is paid': {
    run: () => commitPayment({ before, after: paid, entitlement, deliveryId: 'evt_1' }, now),
    conditions: ['version = :seen', NEW, `${THERE} AND ${SAME_PAID}`, undefined, STANDS],
    refused: {
      0: { value: 'changed' },
      1: { value: 'known' },
      2: { value: 'changed' },
      4: { value: 'changed' },
    },
  },
  'a payment that is paid by somebody without a place, which it takes, full or not': {
    run: () => commitPayment({ before, after: paid, entitlement: { ...entitlement, hasPlace: false } }, now),
    conditions: [
      'version = :seen',
      `${THERE} AND ${SAME_PAID} AND hasPlace = :no AND isBlocked = :no`,
      undefined,
      undefined,
      STANDS,
    ],
    refused: { 1: { value: 'changed' } },
  },
  'a payment that gets another payer': {
    run: () => reassignPayment(paid, { from: entitlement, to: entitlementOf(other) }, now),
    conditions: [
      'version = :seen',
      `${THERE} AND ${SAME_IDS} AND ${SAME_PAID}`,
      `${THERE} AND ${SAME_IDS} AND ${SAME_PAID} AND ${OPEN}`,
    ],
    refused: { 0: { value: false }, 1: { value: false }, 2: { value: false } },
  },
  'a guest who is claimed': {
    run: () => markClaimed(guest.slice('guest:'.length), 'u'),
    conditions: ['attribute_exists(pk) AND (claimedBy = :null OR claimedBy = :user)', STAYS],
    refused: { 0: { value: false }, 1: LEFT },
  },
  'a subscription that is given away': {
    run: () => transferSubscriptions(guest, other),
    conditions: ['person = :from', 'claimedBy = :nobody', NEW],
    // Renewed meanwhile, or its taker has left: it stays what it is.
    refused: { 0: { value: undefined }, 1: { value: undefined } },
  },
  'a session': {
    run: () => createSession({ tokenHash: 'hash', user: account }, now),
    conditions: [STAYS, undefined, undefined],
    refused: { 0: { value: false } },
  },
  'a payment that loses its name': {
    run: () => anonymisePayment(paid),
    conditions: ['version = :seen'],
    refused: { 0: { value: false } },
  },
};

// Pauses between tries are over at once.
beforeEach(() => {
  useLeapingClock({ now, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  dynamo.reset();
  dynamo.on(GetCommand).resolves({});
  dynamo.on(DeleteCommand).resolves({});
  dynamo
    .on(QueryCommand)
    .resolves({ Items: [{ ...keys.subscription(subscription), ...subscription }] })
    // Nothing is counted for who gives them away.
    .on(QueryCommand, { ExpressionAttributeValues: { ':pk': subscribersOf(guest) } })
    .resolves({ Items: [] });
  // What the budget has refused is noted.
  dynamo.on(UpdateCommand).resolves({});
});
afterEach(() => {
  vi.useRealTimers();
});

const cancelled = (Code: string, at: number, of: number) =>
  new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: Array.from({ length: of }, (_, index) => ({ Code: index === at ? Code : 'None' })),
  });
const calls = () => dynamo.commandCalls(TransactWriteCommand).map(({ args }) => args[0].input);
const conditionOf = (item: TransactItem): string | undefined =>
  (item.Put ?? item.Update ?? item.Delete ?? item.ConditionCheck)?.ConditionExpression;

describe.each(Object.entries(transactions))('%s', (_name, { run, conditions, refused }) => {
  it('states its conditions', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    await run();
    expect(calls().map(({ TransactItems = [] }) => TransactItems.map(conditionOf))).toEqual([conditions]);
  });

  it.each(Object.entries(refused))(
    'where condition %s does not hold is not tried again',
    async (at, outcome) => {
      dynamo
        .on(TransactWriteCommand)
        .rejects(cancelled('ConditionalCheckFailed', Number(at), conditions.length));
      const ended = await run().then(
        (value) => ({ value }),
        (thrown: unknown) => ({ thrown }),
      );
      expect(ended).toMatchObject(outcome);
      expect(calls()).toHaveLength(1);
    },
  );

  it.each([
    ...['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'].map(
      (code) => [code, cancelled(code, 0, conditions.length)] as const,
    ),
    ['lost answer', Object.assign(new Error('lost'), { name: 'TimeoutError' })] as const,
  ])('waits out a %s, and is still one transaction', async (_, passing) => {
    dynamo.on(TransactWriteCommand).rejectsOnce(passing).rejectsOnce(passing).resolves({});
    await run();
    expect(calls()).toHaveLength(3);
    const tokens = new Set(calls().map(({ ClientRequestToken }) => ClientRequestToken));
    expect(tokens.size).toBe(1);
    expect([...tokens][0]).toBeTruthy();
  });

  it('gives up after ten seconds of conflicts, and tells that as a fault and no refusal', async () => {
    const conflict = cancelled('TransactionConflict', 0, conditions.length);
    dynamo.on(TransactWriteCommand).rejects(conflict);
    const startedAt = Date.now();
    await expect(run()).rejects.toBe(conflict);
    expect(calls().length).toBeGreaterThan(10);
    expect(calls().length).toBeLessThanOrEqual(41);
    expect(Date.now() - startedAt).toBeLessThanOrEqual(10_000);
  });

  it.each(['AbortError', 'AccessDeniedException'])('tells %s at once', async (name) => {
    const error = Object.assign(new Error(name), { name });
    dynamo.on(TransactWriteCommand).rejects(error);
    await expect(run()).rejects.toBe(error);
    expect(calls()).toHaveLength(1);
  });
});

it('a checkout for which no count has room is refused, and one that ends is taken off the count that it names', async () => {
  dynamo.on(TransactWriteCommand).rejects(cancelled('ConditionalCheckFailed', 2, 3));
  await expect(beginPayment(before, { ...entitlement, hasPlace: false })).rejects.toMatchObject({
    kind: 'conflict',
    code: 'checkouts_full',
  });
  const asked = calls().map(({ TransactItems }) => TransactItems?.[2]?.Update?.Key?.['sk']);
  expect(new Set(asked)).toEqual(new Set(['PEOPLE#12', 'PEOPLE#13', 'PEOPLE#14', 'PEOPLE#15']));
  dynamo.on(TransactWriteCommand).resolves({});
  await anonymisePayment(counted);
  const [payment, count] = calls().at(-1)?.TransactItems ?? [];
  expect(payment?.Put?.Item).toMatchObject({ payer: null, countedIn: undefined });
  expect(count?.Update).toMatchObject({
    Key: { sk: 'PEOPLE#12' },
    ExpressionAttributeValues: { ':less': -1 },
  });
});

it('an item is not given to somebody who has left for good, and they are told to sign in', async () => {
  const Item = marshall({ ...keys.membership(event.id, other), closedAt: now.toISOString() });
  const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item }, { Code: 'None' }];
  dynamo
    .on(TransactWriteCommand)
    .rejects(new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons }));
  await expect(transferMedia(media, other)).rejects.toMatchObject(LEFT.thrown);
});

it('an item of somebody who has left the event is given without counting them', async () => {
  dynamo
    .on(TransactWriteCommand)
    .rejectsOnce(cancelled('ConditionalCheckFailed', 2, 3))
    .resolves({});
  expect(await transferMedia(media, other)).toBe('done');
  expect(calls()[1]?.TransactItems).toHaveLength(2);
});
