import * as z from 'zod/mini';
import type { InvokeResult } from './invoke.ts';

/** Nothing failed if the reply or its list is null, empty or absent. */
const reply = z.nullable(
  z.object({
    batchItemFailures: z.optional(z.nullable(z.array(z.object({ itemIdentifier: z.string() })))),
  }),
);

/**
 * The identifiers of the items that failed, for a function that reports them (ReportBatchItemFailures). All
 * items failed if the call failed, the reply is malformed, or it names an item that was not in the batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export function failedItems(result: InvokeResult, items: readonly string[]): ReadonlySet<string> {
  const parsed = reply.safeParse(result.ok ? result.payload : undefined);
  if (!parsed.success) return new Set(items);
  const failed = new Set(parsed.data?.batchItemFailures?.map((failure) => failure.itemIdentifier));
  return failed.isSubsetOf(new Set(items)) ? failed : new Set(items);
}

/** What the log adds after "failed": the call's own error, or nothing if single items were reported. */
export function failureReason(result: InvokeResult): string {
  return result.ok ? '' : `: ${result.errorType}: ${result.errorMessage}`;
}
