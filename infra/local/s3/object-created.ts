import { randomBytes } from 'node:crypto';
import type { S3EventRecord } from 'aws-lambda';
import { encodeStrictly } from './canonical-request.ts';

export type CreatedEventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload';

/** A durable object. `eTag` is without quotes, `key` not encoded. */
export type ObjectCreated = {
  bucket: string;
  key: string;
  /** If the bucket keeps versions. */
  versionId?: string | undefined;
  sizeBytes: number;
  eTag: string;
  eventName: CreatedEventName;
  time: Date;
};

/** @param forget to be called once the event needs no delivery any more */
export type Announce = (event: ObjectCreated, forget: () => void) => void;

export type ObjectCreatedListener = (event: ObjectCreated) => Promise<void> | void;

const OWNER = 'LOCALOBJECTS';
let issued = 0n;

/**
 * The record that S3 sends for an object: event version 2.1, the key URL-encoded with `+` for a space (Amazon
 * S3 User Guide, "Event message structure"). The body of a queue's message is `{ "Records": [record] }`.
 */
export function toS3EventRecord(event: ObjectCreated, { region }: { region: string }): S3EventRecord {
  issued += 1n;
  const sequencer = ((BigInt(event.time.getTime()) << 16n) + (issued & 0xffffn)).toString(16);
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: event.time.toISOString(),
    eventName: event.eventName,
    userIdentity: { principalId: OWNER },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: {
      'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
      'x-amz-id-2': randomBytes(32).toString('base64'),
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'object-created',
      bucket: {
        name: event.bucket,
        ownerIdentity: { principalId: OWNER },
        arn: `arn:aws:s3:::${event.bucket}`,
      },
      object: {
        key: encodeStrictly(event.key).replaceAll('%20', '+').replaceAll('%2F', '/'),
        size: event.sizeBytes,
        eTag: event.eTag,
        ...(event.versionId !== undefined && { versionId: event.versionId }),
        sequencer: sequencer.toUpperCase().padStart(18, '0'),
      },
    },
  };
}
