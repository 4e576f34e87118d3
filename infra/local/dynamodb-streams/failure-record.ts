import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { randomUUID } from 'node:crypto';
import { sequenceNumberOf } from './stream-event.ts';

/**
 * What Lambda sends to a stream's on-failure destination: where the record is, not the record itself.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
export function failureRecord(failure: {
  functionId: string;
  streamArn: string;
  shardId: string;
  record: _Record;
  /** How often the function was called with the record. */
  calls: number;
  /** Milliseconds since 1970. */
  now: () => number;
}): string {
  const { record } = failure;
  const arrival = record.dynamodb?.ApproximateCreationDateTime?.toISOString();
  return JSON.stringify({
    requestContext: {
      requestId: randomUUID(),
      functionArn: `arn:aws:lambda:us-east-1:000000000000:function:${failure.functionId}`,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: failure.calls,
    },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    version: '1.0',
    timestamp: new Date(failure.now()).toISOString(),
    DDBStreamBatchInfo: {
      shardId: failure.shardId,
      startSequenceNumber: sequenceNumberOf(record),
      endSequenceNumber: sequenceNumberOf(record),
      approximateArrivalOfFirstRecord: arrival,
      approximateArrivalOfLastRecord: arrival,
      batchSize: 1,
      streamArn: failure.streamArn,
    },
  });
}
