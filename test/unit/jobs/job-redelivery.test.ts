import { ChangeMessageVisibilityBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitingTimeMs } from '../../../functions/aws/deadline.ts';
import { withRetry } from '../../../functions/aws/retry.ts';
import { job } from '../../../functions/jobs/kit/job.ts';
import { deliverySeconds, queueRow, REDELIVERY_SECONDS } from '../../../functions/manifest/queues.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';

// The logger reads it when it is made, which imports do.
vi.hoisted(() => {
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'SILENT' });
});

const queue = mockClient(SQSClient);
beforeEach(() => {
  queue.reset();
  queue.on(ChangeMessageVisibilityBatchCommand).resolves({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A batch of messages, each with how often it was received. */
const batch = (receiveCounts: Record<string, number>): SQSEvent =>
  ({
    Records: Object.entries(receiveCounts).map(([name, count]) => ({
      messageId: name,
      receiptHandle: `receipt of ${name}`,
      body: JSON.stringify(name),
      attributes: { ApproximateReceiveCount: String(count) },
    })),
  }) as unknown as SQSEvent;

const context = { getRemainingTimeInMillis: () => 59_500 };

/** Works on a batch of which every message fails whose name says so. */
const deliver = (event: SQSEvent, within = context) =>
  job(
    'reconcile-files',
    () => 'moves',
    async ({ body }) => await (body === 'good' ? Promise.resolve() : Promise.reject(new Error('busy'))),
  )(event, within);

/** What the queue was told, one line per message. */
const told = () =>
  queue
    .commandCalls(ChangeMessageVisibilityBatchCommand)
    .map(({ args: [{ input }] }) =>
      (input.Entries ?? []).map((entry) => `${entry.ReceiptHandle}: ${entry.VisibilityTimeout}`),
    );

describe('a delivery', () => {
  it('is hidden for as long as its worker runs, and no longer', async () => {
    expect(await deliver(batch({ good: 1 }))).toEqual({ batchItemFailures: [] });
    expect(told()).toEqual([['receipt of good: 120']]);
    expect(queue.commandCalls(ChangeMessageVisibilityBatchCommand)[0]?.args[0].input.QueueUrl).toBe('moves');
  });

  it.each([
    [1, [0, 3, 5]],
    [2, [0, 8, 15]],
    [3, [0, 30, 60]],
    [4, [0, 150, 300]],
    [5, [0, 450, 900]],
    // The queue's next delivery is to the dead-letter queue.
    [6, [0, 0, 0]],
  ])('that fails as number %i comes again within the time of its number', async (count, seconds) => {
    for (const [at, chance] of [0, 0.5, 1].entries()) {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      queue.resetHistory();
      await deliver(batch({ bad: count }));
      expect(told()[1]).toEqual([`receipt of bad: ${seconds[at]}`]);
    }
  });

  it('whose work met a busy service for as long as it may wait is tried again within 15 seconds of its beginning', async () => {
    useLeapingClock({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    // The longest pauses, and the latest delivery.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const slowDown = Object.assign(new Error('Busy.'), {
      name: 'SlowDown',
      $metadata: { httpStatusCode: 503 },
    });
    const beganMs = performance.now();
    const answer = await job(
      'process-media',
      () => 'media',
      () => withRetry(() => Promise.reject(slowDown)),
    )(batch({ photo: 1 }), context);
    const tookSeconds = (performance.now() - beganMs) / 1000;
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'photo' }] });
    const again = Number(/^receipt of photo: (\d+)$/.exec(told()[1]?.[0] ?? '')?.[1]);
    expect(again).toBe(REDELIVERY_SECONDS[0]);
    expect(tookSeconds).toBeGreaterThan(5);
    expect(tookSeconds + again).toBeLessThanOrEqual(15);
  });

  it('that fails does not change when the others of its batch are deleted', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    expect(await deliver(batch({ good: 1, bad: 1, worse: 2 }))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'bad' }, { itemIdentifier: 'worse' }],
    });
    expect(told()).toEqual([
      ['receipt of good: 120', 'receipt of bad: 120', 'receipt of worse: 120'],
      ['receipt of bad: 5', 'receipt of worse: 15'],
    ]);
  });

  it('is worked on while the queue hides it', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    queue.on(ChangeMessageVisibilityBatchCommand).callsFake(() => promise);
    const run = job(
      'reconcile-files',
      () => 'moves',
      async () => resolve({}),
    );
    expect(await run(batch({ good: 1 }), context)).toEqual({ batchItemFailures: [] });
  });

  it('that used its time up still has time to come again soon', async () => {
    const left: number[] = [];
    queue.on(ChangeMessageVisibilityBatchCommand).callsFake(() => {
      left.push(waitingTimeMs());
      return {};
    });
    vi.useFakeTimers({ toFake: ['performance'] });
    await deliver(batch({ bad: 1 }), { getRemainingTimeInMillis: () => 1_000 });
    expect(left).toEqual([0, 900]);
  });

  it('is worked on also where the queue refuses to hide it', async () => {
    queue.on(ChangeMessageVisibilityBatchCommand).rejects(new Error('gone'));
    expect(await deliver(batch({ good: 1 }))).toEqual({ batchItemFailures: [] });
    expect(await deliver(batch({ bad: 1 }))).toEqual({ batchItemFailures: [{ itemIdentifier: 'bad' }] });
  });
});

it('a queue gives a message up after as many failures as there are pauses, and one', () => {
  expect(queueRow('media').maxReceiveCount).toBe(REDELIVERY_SECONDS.length + 1);
  // Six runs of two minutes, a minute of margin after each, and all pauses.
  expect(deliverySeconds('media')).toBe(6 * 180 + 1280);
});
