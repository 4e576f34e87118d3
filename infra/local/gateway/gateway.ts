import type { FunctionRow } from '../../../functions/manifest-row.ts';
import { splitTarget, toEvent, type GatewayRequest } from './event.ts';
import { gatewayError, payloadLimitBytes, toReply, type GatewayReply } from './reply.ts';
import { matchRoute, type GatewayRoute } from './routes.ts';

/** How a call of a function ended. `payload` is the parsed JSON of what the handler returned. */
export type InvokeOutcome =
  | { readonly kind: 'returned'; readonly payload: unknown }
  /** It threw, ran out of its own time, or its process ended. */
  | { readonly kind: 'failed' };

export type GatewayOptions = {
  readonly routes: readonly GatewayRoute[];
  readonly invoke: (functionId: string, event: unknown) => Promise<InvokeOutcome>;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  /** HTTP API's longest wait for a function. */
  readonly integrationTimeoutMs?: number;
};

export type Gateway = (request: GatewayRequest) => Promise<GatewayReply>;

/** The HTTP API's routes of a manifest. */
export function gatewayRoutes(rows: readonly FunctionRow[]): GatewayRoute[] {
  return rows.flatMap(({ id, trigger }) =>
    trigger.kind === 'http'
      ? [{ functionId: id, method: trigger.endpoint.method, path: trigger.endpoint.path }]
      : [],
  );
}

/**
 * API Gateway's HTTP API on one machine. Never throws: whatever a function does, there is an answer.
 * A call that no route takes is told so in the product's own error shape.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { routes, invoke, now, newRequestId, integrationTimeoutMs = 30_000 } = options;
  return async (request) => {
    const requestId = newRequestId();
    const [path] = splitTarget(request.target);
    const match = matchRoute(routes, { method: request.method, path });
    if (match.kind !== 'found') return refused(match, requestId);
    const event = toEvent(request, { ...match, requestId, now: now() });
    if (Buffer.byteLength(JSON.stringify(event)) > payloadLimitBytes) return tooLarge();
    const outcome = await within(integrationTimeoutMs, () => invoke(match.route.functionId, event));
    const reply = answer(outcome);
    return { ...reply, headers: { 'apigw-requestid': requestId, ...reply.headers } };
  };
}

/** For bodies that are too long to be read at all. */
export function tooLarge(): GatewayReply {
  return gatewayError(413, { message: 'Request Entity Too Large' });
}

function refused(
  match: Exclude<ReturnType<typeof matchRoute>, { kind: 'found' }>,
  requestId: string,
): GatewayReply {
  switch (match.kind) {
    case 'malformed':
      return gatewayError(400, { message: 'Bad Request', code: 'bad_request', requestId });
    case 'not-found':
      return gatewayError(404, { message: 'Not Found', code: 'not_found', requestId });
    case 'wrong-method': {
      const reply = gatewayError(405, {
        message: 'Method Not Allowed',
        code: 'method_not_allowed',
        requestId,
      });
      return { ...reply, headers: { ...reply.headers, allow: match.allowed.join(', ') } };
    }
  }
}

function answer(outcome: InvokeOutcome | 'timed-out'): GatewayReply {
  if (outcome === 'timed-out') return gatewayError(503, { message: 'Service Unavailable' });
  const reply = outcome.kind === 'returned' && fits(outcome.payload) ? toReply(outcome.payload) : undefined;
  return reply ?? gatewayError(500, { message: 'Internal Server Error' });
}

function fits(payload: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(payload ?? null)) <= payloadLimitBytes;
}

async function within(
  limitMs: number,
  call: () => Promise<InvokeOutcome>,
): Promise<InvokeOutcome | 'timed-out'> {
  const { promise, resolve } = Promise.withResolvers<'timed-out'>();
  const timer = setTimeout(resolve, limitMs, 'timed-out');
  try {
    return await Promise.race([call(), promise]);
  } catch {
    return { kind: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
