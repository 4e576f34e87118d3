import type { Answer } from './upstream.ts';

/** What DynamoDB answers in the table's stead. The texts are those of its API Reference. */

const CONFLICT = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' } as const;

/** Of a single write to an item that a transaction holds. */
export const transactionConflict = (): Answer =>
  refusal('TransactionConflictException', { message: CONFLICT.Message });

/** Of a transaction whose token another one bears that is under way. */
export const transactionInProgress = (): Answer =>
  refusal('TransactionInProgressException', {
    Message: 'The transaction with the given request token is already in progress.',
  });

/** Of a transaction, of which others hold the items that are true by position. */
export function transactionCanceled(held: readonly boolean[]): Answer {
  const reasons = held.map((isHeld) => (isHeld ? CONFLICT : { Code: 'None' }));
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
