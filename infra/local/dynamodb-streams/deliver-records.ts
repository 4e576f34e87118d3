import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { failedItems } from '../lambda/batch-reply.ts';
import { isThrottled, type InvokeResult } from '../lambda/invoke.ts';
import { sequenceNumberOf } from './stream-event.ts';

export type Delivery = {
  /** Calls the function with these records. */
  call(records: readonly _Record[]): Promise<InvokeResult>;
  /** Everything up to and including this record is finished. */
  advance(record: _Record): Promise<void>;
  /** Gives up one record after that many calls. */
  discard(record: _Record, calls: number): Promise<void>;
  /** Waits before the nth retry. */
  pause(attempt: number): Promise<void>;
  stopped(): boolean;
  maxRetryAttempts: number;
};

/**
 * Delivers records to a function in order, as Lambda does with BisectBatchOnFunctionError and
 * ReportBatchItemFailures: after a partial failure it continues from the first record that failed; a batch
 * that fails as a whole is halved, which does not count as a retry; a single record is retried and then given
 * up. A call that is throttled is made again until it is not.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export async function deliverRecords(records: readonly _Record[], delivery: Delivery): Promise<void> {
  let rest = records;
  let retries = 0;
  while (rest.length > 0 && !delivery.stopped()) {
    const sequences = rest.map(sequenceNumberOf);
    const result = await callUntilAdmitted(rest, delivery);
    // Throttled until it was stopped: nothing has failed.
    if (isThrottled(result)) return;
    const failures = failedItems(result, sequences);
    const failedAt = failures.size === 0 ? rest.length : sequences.findIndex((n) => failures.has(n));
    const lastDone = rest[failedAt - 1];
    if (lastDone) await delivery.advance(lastDone);
    rest = rest.slice(failedAt);
    const [first] = rest;
    if (first === undefined) return;
    if (rest.length === 1 && failedAt === 0 && retries >= delivery.maxRetryAttempts) {
      await delivery.discard(first, retries + 1);
      return await delivery.advance(first);
    }
    retries = failedAt === 0 ? retries + 1 : 0;
    await delivery.pause(retries);
    if (rest.length > 1 && failedAt === 0) {
      const middle = Math.ceil(rest.length / 2);
      await deliverRecords(rest.slice(0, middle), delivery);
      return await deliverRecords(rest.slice(middle), delivery);
    }
  }
}

async function callUntilAdmitted(records: readonly _Record[], delivery: Delivery): Promise<InvokeResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await delivery.call(records);
    if (!isThrottled(result) || delivery.stopped()) return result;
    await delivery.pause(attempt);
  }
}
