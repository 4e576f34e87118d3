import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSMessageAttribute, SQSRecord } from 'aws-lambda';
import { MAX_EVENT_BYTES } from '../lambda/invoke.ts';
import { localCredentials } from '../process/local-credentials.ts';

/**
 * The event that Lambda makes of received messages.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export function queueEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  return { Records: messages.map((message) => record(message, queueArn)) };
}

/** Parts of a batch that each fit into one event; a single message always does. */
export function batchesThatFit(messages: readonly Message[], queueArn: string): Message[][] {
  const parts: Message[][] = [];
  // The frame around the records, and a comma each.
  let bytes = MAX_EVENT_BYTES;
  for (const message of messages) {
    const length = Buffer.byteLength(JSON.stringify(record(message, queueArn))) + 1;
    if (bytes + length > MAX_EVENT_BYTES) {
      parts.push([]);
      bytes = 20;
    }
    parts.at(-1)?.push(message);
    bytes += length;
  }
  return parts;
}

function record(message: Message, queueArn: string): SQSRecord {
  const attributes = message.Attributes ?? {};
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '',
      SentTimestamp: attributes.SentTimestamp ?? '',
      SenderId: attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, attribute(value)]),
    ),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: localCredentials.region,
  };
}

function attribute(value: MessageAttributeValue): SQSMessageAttribute {
  return {
    ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
    ...(value.BinaryValue === undefined
      ? {}
      : { binaryValue: Buffer.from(value.BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
    dataType: value.DataType ?? 'String',
  };
}
