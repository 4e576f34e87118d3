import type { FunctionRow } from '../../../functions/manifest-row.ts';
import { MAX_EVENT_BYTES, type InvokeResult } from '../function-host/invoke.ts';
import { splitTarget, toEvent, type GatewayRequest } from './event.ts';
import { gatewayError, toReply, type GatewayReply } from './reply.ts';
import { matchRoute, type GatewayRoute } from './routes.ts';

export type GatewayOptions = {
  readonly routes: readonly GatewayRoute[];
  readonly invoke: (functionId: string, event: unknown) => Promise<InvokeResult>;
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
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return tooLarge();
    const result = await within(integrationTimeoutMs, () => invoke(match.route.functionId, event));
    const reply = answer(result);
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

function answer(result: InvokeResult | 'too-late'): GatewayReply {
  if (result === 'too-late') return gatewayError(503, { message: 'Service Unavailable' });
  // A function that overran its own time has failed like any other.
  const reply = result.ok ? toReply(result.payload) : undefined;
  return reply ?? gatewayError(500, { message: 'Internal Server Error' });
}

async function within(
  limitMs: number,
  call: () => Promise<InvokeResult>,
): Promise<InvokeResult | 'too-late'> {
  const { promise, resolve } = Promise.withResolvers<'too-late'>();
  const timer = setTimeout(resolve, limitMs, 'too-late');
  try {
    return await Promise.race([call(), promise]);
  } catch (error) {
    return { ok: false, errorType: 'Gateway.InvokeFailed', errorMessage: String(error) };
  } finally {
    clearTimeout(timer);
  }
}
