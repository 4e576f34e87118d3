import type { Answer } from './upstream.ts';

/** What DynamoDB answers in the table's stead. The texts are those of its API Reference. */

type Reason = { readonly Code: string; readonly Message?: string };

const NONE: Reason = { Code: 'None' };
const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } as const;

const THROTTLED = {
  table:
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly. If exceptions persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html',
  index:
    'Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is automatically scaling your index so please try again shortly.',
} as const;

/** Of a single write to an item that a transaction holds. */
export const transactionConflict = (): Answer =>
  refusal('TransactionConflictException', { message: CONFLICT.Message });

/** For a transaction with the same token as another one that is under way. */
export const transactionInProgress = (): Answer =>
  refusal('TransactionInProgressException', {
    Message: 'The transaction with the given request token is already in progress.',
  });

/** Of a transaction, of which others hold the items that are true by position. */
export const transactionCanceled = (held: readonly boolean[]): Answer =>
  canceled(held.map((isHeld) => (isHeld ? CONFLICT : NONE)));

/** What has used up its second: a partition of the table, or of the named index. */
export type Throttle = { readonly of: string; readonly kind: 'read' | 'write' };

/** For a request to an on-demand table one of whose partitions has reached its limit for this second. */
export function throttled({ of, kind }: Throttle): Answer {
  const isTable = of === 'table';
  const reason = `${isTable ? 'Table' : 'Index'}${kind === 'read' ? 'Read' : 'Write'}KeyRangeThroughputExceeded`;
  return refusal('ThrottlingException', {
    message: THROTTLED[isTable ? 'table' : 'index'],
    throttlingReasons: [{ reason, resource: isTable ? 'table' : `index/${of}` }],
  });
}

/** Of a transaction, by position what throttles an item of it. */
export function transactionThrottled(throttles: readonly (Throttle | undefined)[]): Answer {
  return canceled(
    throttles.map((throttle) =>
      throttle
        ? { Code: 'ThrottlingError', Message: THROTTLED[throttle.of === 'table' ? 'table' : 'index'] }
        : NONE,
    ),
  );
}

function canceled(reasons: readonly Reason[]): Answer {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return refusal('TransactionCanceledException', {
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
  });
}

function refusal(name: string, fields: object): Answer {
  return json(400, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...fields });
}

export function json(status: number, fields: object): Answer {
  return {
    status,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Buffer.from(JSON.stringify(fields)),
  };
}
