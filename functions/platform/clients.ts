import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { patient } from './patience.ts';

/** Calls `make` once, at first use: a function pays only for the clients that it uses. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Whole numbers beyond 2^53 (vote ranks) come as bigint, all others as number. */
export function exactNumber(text: string): number | bigint {
  if (!/^-?\d+$/.test(text)) return Number(text);
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export const table = /* @__PURE__ */ once(() =>
  DynamoDBDocumentClient.from(patient(new DynamoDBClient({ maxAttempts: 5 })), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  }),
);

// A presigned PUT must not carry the checksum of the empty body that it is signed with.
export const objects = /* @__PURE__ */ once(
  () =>
    new S3Client({
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
);

export const queue = /* @__PURE__ */ once(() => new SQSClient());
export const cloudfront = /* @__PURE__ */ once(() => new CloudFrontClient());
export const userPool = /* @__PURE__ */ once(() => new CognitoIdentityProviderClient());
export const parameters = /* @__PURE__ */ once(() => new SSMClient());
