import { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { httpHandler } from './http-handler.ts';
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

/** How long a service may be silent in the middle of an answer. */
const SILENCE_MS = 5_000;
/** S3 is silent while it copies a large file or puts one together. */
const FILES_SILENCE_MS = 25_000;

/** Requests are repeated by `withRetry` alone. */
const settings = (silenceMs = SILENCE_MS) => ({ maxAttempts: 1, requestHandler: httpHandler(silenceMs) });

export const dynamoClient = /* @__PURE__ */ lazy(() =>
  DynamoDBDocumentClient.from(withRetryMiddleware(new DynamoDBClient(settings())), {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: exactNumber },
  }),
);

// A presigned PUT must not carry the checksum of the empty body that it is signed with.
export const s3Client = /* @__PURE__ */ lazy(() =>
  withRetryMiddleware(
    new S3Client({
      ...settings(FILES_SILENCE_MS),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  ),
);

export const sqsClient = /* @__PURE__ */ lazy(() => withRetryMiddleware(new SQSClient(settings())));
export const cloudFrontClient = /* @__PURE__ */ lazy(() =>
  withRetryMiddleware(new CloudFrontClient(settings())),
);
export const cognitoClient = /* @__PURE__ */ lazy(() =>
  withRetryMiddleware(new CognitoIdentityProviderClient(settings())),
);
export const ssmClient = /* @__PURE__ */ lazy(() => withRetryMiddleware(new SSMClient(settings())));
