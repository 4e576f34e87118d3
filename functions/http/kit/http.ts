import withMiddleware, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Audience, Endpoint, InputOf } from '../../../shared/contract/endpoint.ts';
import { SESSION_CHANGED } from '../../../shared/contract/expected-user.ts';
import { AppError } from '../../domain/app-error.ts';
import type { Caller, Person } from '../../domain/caller.ts';
import { nextLink } from '../../domain/pagination.ts';
import { clearSessionCookie, readSessionToken } from '../../sign-in/session-cookie.ts';
import { isForeignWrite } from './request-origin.ts';
import type { UserRecord } from '../../table/person-row.ts';
import type { Session } from '../../table/sessions.ts';
import { compressReply } from './compress-reply.ts';
import { siteUrl } from '../../aws/addresses.ts';
import { errorReply, jsonHeaders } from './error-reply.ts';
import { identify } from '../../sign-in/identify-caller.ts';
import { lambdaHandler } from '../../aws/lambda-handler.ts';
import { log } from '../../aws/log.ts';
import { limitRate } from './rate-limit.ts';
import { parseInput, readJsonBody } from './parse-request.ts';

type CallerOf<A extends Audience> = A extends 'user'
  ? Extract<Caller, { kind: 'user' }>
  : A extends 'guest'
    ? Extract<Caller, { kind: 'guest' }>
    : A extends 'person'
      ? Person
      : Caller;

/** What a handler gets: parsed input, an authenticated caller, and the time of the request. */
export type Request<E extends Endpoint> = InputOf<E> & {
  readonly caller: CallerOf<E['audience']>;
  /** Set for signed-in callers. */
  readonly user: UserRecord | undefined;
  /** Set for signed-in callers. */
  readonly session?: Session | undefined;
  readonly now: Date;
  readonly event: APIGatewayProxyEventV2;
};

/** What a handler returns: one of its call's statuses and the body that belongs to it. */
export type Reply<E extends Endpoint> = {
  readonly status: Extract<keyof E['replies'], number>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cursor of the next page of a list. */
  readonly nextCursor?: string | undefined;
  readonly cookies?: readonly string[];
};

type Options<E extends Endpoint> = {
  /** A guest id without its token gets what an anonymous caller gets. */
  readonly acceptsBareGuestId?: boolean;
  /** Whether a request is answered although its limit is used up. */
  readonly isAnsweredAnyway?: (request: Pick<Request<E>, 'params' | 'now' | 'event'>) => Promise<boolean>;
};

/**
 * Makes a Lambda handler for one call: refuses cross-site writes, authenticates the caller, parses the input,
 * and parses the reply by the contract, so that a field that is not in it cannot leave. Errors get their
 * status here.
 */
export function http<E extends Endpoint>(
  endpoint: E,
  handle: (request: Request<E>) => Promise<Reply<E>>,
  { isAnsweredAnyway, ...options }: Options<E> = {},
) {
  const answer = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
    const now = new Date(event.requestContext.timeEpoch);
    const body = endpoint.body ? readJsonBody(event, endpoint.maxBodyBytes) : undefined;
    const identity = await identify(event, { audience: endpoint.audience, body, ...options }, now);
    const input = parseInput(endpoint, event, body);
    const request = { ...input, ...identity, now, event } as Request<E>;
    try {
      await limitRate(endpoint, { event, caller: identity.caller }, now);
    } catch (error) {
      if (!isTooMany(error) || !(await isAnsweredAnyway?.(request))) throw error;
    }
    const reply = await handle(request);
    const headers = reply.nextCursor !== undefined && { link: nextLink(event, reply.nextCursor) };
    return compressReply(render(endpoint, { ...reply, headers: { ...reply.headers, ...headers } }), event);
  };
  return lambdaHandler(
    withMiddleware<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
      .use(logged(endpoint))
      .use(errorsAnswered(endpoint))
      .use(foreignWritesRefused())
      .handler(answer),
  );
}

const isTooMany = (error: unknown): boolean => error instanceof AppError && error.kind === 'too-many';

function render<E extends Endpoint>(endpoint: E, reply: Reply<E>): APIGatewayProxyStructuredResultV2 {
  const schema = (endpoint as Endpoint).replies[reply.status];
  return {
    statusCode: reply.status,
    headers: { ...(schema ? jsonHeaders : { 'cache-control': 'no-store' }), ...reply.headers },
    ...(reply.cookies && { cookies: [...reply.cookies] }),
    ...(schema && { body: JSON.stringify(schema.parse(reply.body)) }),
  };
}

type HttpMiddleware = MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;

/** Another site's page must not write with a user's cookie. */
function foreignWritesRefused(): HttpMiddleware {
  return {
    before: ({ event }) => {
      const { method } = event.requestContext.http;
      if (!isForeignWrite({ method, headers: event.headers, siteUrl: siteUrl() })) return;
      throw new AppError('forbidden', 'foreign_origin', { message: 'This request comes from another site.' });
    },
  };
}

/**
 * Clears a cookie whose session has ended: the edge takes any such cookie for a session
 * (`infra/edge/spa-rewrite.js`). One whose session is not the page's may be somebody else's, and alive.
 */
function isLeftOver({ audience }: Endpoint, error: unknown): boolean {
  if (audience !== 'user' || !(error instanceof AppError)) return false;
  return error.kind === 'unauthenticated' && error.code !== SESSION_CHANGED;
}

function errorsAnswered(endpoint: Endpoint): HttpMiddleware {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      if (!(request.error instanceof AppError)) {
        log.error('request failed', { requestId, error: request.error ?? undefined });
      }
      const reply = errorReply(request.error, requestId);
      const hasToken = readSessionToken(request.event.cookies) !== undefined;
      request.response =
        hasToken && isLeftOver(endpoint, request.error)
          ? { ...reply, cookies: [clearSessionCookie()] }
          : reply;
    },
  };
}

/** One line per request: which call, how it ended, how long it took. */
function logged(endpoint: Endpoint): HttpMiddleware {
  const startedAt = new WeakMap<object, number>();
  const finish: NonNullable<HttpMiddleware['after']> = ({ event, response }) => {
    log.info('request', {
      requestId: event.requestContext.requestId,
      endpoint: endpoint.id,
      status: response?.statusCode,
      durationMs: Math.round(performance.now() - (startedAt.get(event) ?? performance.now())),
    });
  };
  return {
    before: ({ event }) => {
      startedAt.set(event, performance.now());
    },
    after: finish,
    onError: finish,
  };
}
