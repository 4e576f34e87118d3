import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { unsignedCredentials } from '../aws-protocol/unsigned-credentials.ts';

/**
 * The event that Lambda makes of received messages.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export function queueEvent(messages: readonly Message[], queueArn: string): SQSEvent {
  return { Records: messages.map((message) => record(message, queueArn)) };
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
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: unsignedCredentials.region,
  };
}
