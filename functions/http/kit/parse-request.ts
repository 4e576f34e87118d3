import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { Endpoint, InputOf } from '../../../shared/contract/endpoint.ts';
import { AppError, type Issue, notFound } from '../../domain/app-error.ts';

/** Far above the largest JSON body that any call needs. */
export const MAX_BODY_BYTES = 64 * 1024;

/** The body as JSON, not yet parsed by its schema; `{}` if there is none. */
export function readJsonBody(event: APIGatewayProxyEventV2, maxBytes = MAX_BODY_BYTES): unknown {
  if (!event.body) return {};
  const bytes = Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length === 0) return {};
  if (bytes.length > maxBytes) {
    throw new AppError('too-large', 'body_too_large', { message: 'The request is too large.' });
  }
  if (!/^application\/json\b/i.test(event.headers['content-type'] ?? '')) {
    throw new AppError('unsupported-type', 'json_expected', {
      message: 'Send the body as application/json.',
    });
  }
  return withinDepth(parseJson(bytes.toString('utf8')));
}

/** No call's body is nested deeper than a few levels. */
export const MAX_DEPTH = 16;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('invalid', 'invalid_json', { message: 'The body is not valid JSON.' });
  }
}

function withinDepth(body: unknown): unknown {
  // Level by level, so that deep nesting cannot exhaust the stack.
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      throw new AppError('invalid', 'too_deep', { message: 'The body is nested too deeply.' });
    }
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return body;
}

/** Parses a request by its call's schemas. @throws AppError 404 for malformed ids, else 400 with issues */
export function parseInput<E extends Endpoint>(
  endpoint: E,
  event: APIGatewayProxyEventV2,
  body: unknown,
): InputOf<E> {
  const params = endpoint.params?.safeParse(event.pathParameters ?? {});
  if (params && !params.success) throw notFound();
  const query = endpoint.query?.safeParse(event.queryStringParameters ?? {});
  const parsedBody = endpoint.body?.safeParse(body);
  const issues = [...issuesOf(query), ...issuesOf(parsedBody)];
  if (issues.length > 0) {
    throw new AppError('invalid', 'invalid_input', {
      message: issues[0]?.message ?? 'Invalid input',
      issues,
    });
  }
  return { params: params?.data, query: query?.data, body: parsedBody?.data } as InputOf<E>;
}

type Parsing = { success: boolean; error?: z.core.$ZodError } | undefined;

function issuesOf(parsing: Parsing): Issue[] {
  return (parsing?.error?.issues ?? []).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.message,
  }));
}
