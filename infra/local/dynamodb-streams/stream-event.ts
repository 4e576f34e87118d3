import type { AttributeValue, _Record } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue as EventValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

/** Length of DynamoDB's own sequence numbers. */
const SEQUENCE_DIGITS = 21;

/**
 * The event that Lambda makes of stream records.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html
 */
export function streamEvent(records: readonly _Record[], streamArn: string): DynamoDBStreamEvent {
  return { Records: records.map((record) => eventRecord(record, streamArn)) };
}

/**
 * A record's sequence number as functions see it. Dynoxide counts 1, 2, 3; padded with zeros, such numbers
 * sort as text like DynamoDB's.
 */
export function sequenceNumberOf(record: _Record): string {
  return (record.dynamodb?.SequenceNumber ?? '').padStart(SEQUENCE_DIGITS, '0');
}

/** Whether a record says that nothing changed; dynoxide writes such records, DynamoDB does not. */
export function isEmptyChange({ eventName, dynamodb }: _Record): boolean {
  return eventName === 'MODIFY' && isDeepStrictEqual(dynamodb?.OldImage, dynamodb?.NewImage);
}

function eventRecord(record: _Record, streamArn: string): DynamoDBRecord {
  const { dynamodb: change = {} } = record;
  const sequence = sequenceNumberOf(record);
  // Dynoxide puts its own name where the region belongs.
  const arn = streamArn.replace(
    'arn:aws:dynamodb:dynoxide:',
    `arn:aws:dynamodb:${unsignedCredentials.region}:`,
  );
  return {
    eventID: createHash('md5').update(`${arn} ${sequence}`).digest('hex'),
    eventName: record.eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: unsignedCredentials.region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((change.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      ...(change.Keys ? { Keys: image(change.Keys) } : {}),
      ...(change.NewImage ? { NewImage: image(change.NewImage) } : {}),
      ...(change.OldImage ? { OldImage: image(change.OldImage) } : {}),
      SequenceNumber: sequence,
      SizeBytes: change.SizeBytes,
      StreamViewType: change.StreamViewType,
    },
    eventSourceARN: arn,
  };
}

function image(attributes: Record<string, AttributeValue>): Record<string, EventValue> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, eventValue(value)]));
}

/** An attribute value with bytes in base64, as in JSON. */
function eventValue(value: AttributeValue): EventValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(eventValue) };
  if (value.M !== undefined) return { M: image(value.M) };
  return value as EventValue;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
