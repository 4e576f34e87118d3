import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ErrorView } from '../../../shared/contract/entities.ts';
import { AppError, busy, type ErrorKind } from '../../domain/app-error.ts';
import { isTransient } from '../../aws/retry.ts';

/** The one place where a refusal gets its status. */
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
  // Replies depend on who asks and change with every vote: no cache on the way may keep them.
  'cache-control': 'no-store',
};

/** Any error as a reply. What was not expected says nothing of its inside, only where to look it up. */
export function errorReply(error: unknown, requestId: string): APIGatewayProxyStructuredResultV2 {
  const expected = refusalIn(error);
  const body: ErrorView = {
    message: expected?.message ?? 'Something went wrong. Please try again.',
    code: expected?.code ?? 'internal_error',
    requestId,
    ...(expected?.issues && { issues: [...expected.issues] }),
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

/** A table that is asked too much, or does not answer in time, is no fault that asking again would repeat. */
function refusalIn(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return isTransient(error) ? busy(error) : undefined;
}
