import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorView } from '../../../shared/contract/entities.ts';
import { AppError, busy, type ErrorKind } from '../../domain/app-error.ts';
import { isTransient } from '../../aws/retry.ts';

/** The one place that maps errors to statuses. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  'wrong-method': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'too-many': 429,
  unavailable: 503,
};

export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  // Replies depend on the caller and change with every vote: no cache on the way may store them.
  'cache-control': 'no-store',
};

/** Any error as a reply. An unexpected one reveals nothing but the request id to look it up by. */
export function errorReply(error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const expected = refusalIn(error);
  const body: ErrorView = {
    message: expected?.message ?? 'Something went wrong. Please try again.',
    code: expected?.code ?? 'internal_error',
    requestId,
    ...(expected?.issues && { issues: [...expected.issues] }),
    ...expected?.proof,
  };
  return {
    statusCode: expected ? STATUS[expected.kind] : 500,
    headers: {
      ...jsonHeaders,
      ...(expected?.retryAfterSeconds !== undefined && { 'retry-after': String(expected.retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}

/** A table that throttles or times out is answered as busy: trying again may work. */
function refusalIn(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return isTransient(error) ? busy(error) : undefined;
}
