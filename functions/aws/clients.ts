import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { withRetryMiddleware } from './retry.ts';

/** Calls `make` once, at first use: a function pays only for the clients that it uses. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Parses whole numbers beyond 2^53 (vote ranks) as bigint, all others as number. */
export function exactNumber(text: string): number | bigint {
  if (!/^-?\d+$/.test(text)) return Number(text);
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

export const dynamoClient = /* @__PURE__ */ lazy(() =>
  DynamoDBDocumentClient.from(withRetryMiddleware(new DynamoDBClient({ maxAttempts: 5 })), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  }),
);

// A presigned PUT must not carry the checksum of the empty body that it is signed with.
export const s3Client = /* @__PURE__ */ lazy(
  () =>
    new S3Client({
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
);

export const sqsClient = /* @__PURE__ */ lazy(() => new SQSClient());
export const cloudFrontClient = /* @__PURE__ */ lazy(() => new CloudFrontClient());
export const cognitoClient = /* @__PURE__ */ lazy(() => new CognitoIdentityProviderClient());
export const ssmClient = /* @__PURE__ */ lazy(() => new SSMClient());
