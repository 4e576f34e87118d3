import { gatewayKeysOf } from '../../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import { MAX_EVENT_BYTES, type InvokeResult } from '../lambda/invoke.ts';
import { splitTarget, toEvent, type EventContext, type GatewayRequest } from './request-event.ts';
import { gatewayError, toReply, type GatewayReply } from './function-reply.ts';
import { matchRoute, type GatewayRoute } from './routes.ts';

export type GatewayOptions = {
  readonly routes: readonly GatewayRoute[];
  /** Behind the route `$default`, which takes what no other does. */
  readonly defaultFunctionId?: string | undefined;
  readonly invoke: (functionId: string, event: unknown) => Promise<InvokeResult>;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  /** HTTP API's longest wait for a function. */
  readonly integrationTimeoutMs?: number;
};

export type Gateway = (request: GatewayRequest) => Promise<GatewayReply>;

/** The HTTP API's routes of a manifest. */
export function gatewayRoutes(rows: readonly FunctionRow[]): GatewayRoute[] {
  return rows.flatMap((row) => gatewayKeysOf(row).map((key) => ({ functionId: row.id, ...key })));
}

/** The function of a manifest that takes what no route does. */
export function defaultFunctionId(rows: readonly FunctionRow[]): string | undefined {
  return rows.find(({ trigger }) => trigger.kind === 'unmatched')?.id;
}

/** API Gateway's HTTP API on one machine. Never throws: whatever a function does, there is an answer. */
export function createGateway(options: GatewayOptions): Gateway {
  const { invoke, now, newRequestId, integrationTimeoutMs = 30_000 } = options;
  const answerTo = async (request: GatewayRequest, requestId: string): Promise<GatewayReply> => {
    const target = targetOf(options, request);
    if (target.kind === 'malformed') {
      return gatewayError(400, { message: 'Bad Request', code: 'bad_request', requestId });
    }
    if (target.kind === 'not-found') return gatewayError(404, { message: 'Not Found' });
    const event = toEvent(request, { ...target, requestId, now: now() });
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return tooLarge();
    return answer(await within(integrationTimeoutMs, () => invoke(target.functionId, event)));
  };
  return async (request) => {
    const requestId = newRequestId();
    const reply = await answerTo(request, requestId);
    return { ...reply, headers: { 'apigw-requestid': requestId, ...reply.headers } };
  };
}

type Target =
  | ({ readonly kind: 'function'; readonly functionId: string } & Pick<
      EventContext,
      'routeKey' | 'pathParameters'
    >)
  | { readonly kind: 'malformed' }
  | { readonly kind: 'not-found' };

function targetOf({ routes, defaultFunctionId: fallback }: GatewayOptions, request: GatewayRequest): Target {
  const [path] = splitTarget(request.target);
  const match = matchRoute(routes, { method: request.method, path });
  if (match.kind === 'malformed') return match;
  if (match.kind === 'found') {
    const { route, pathParameters } = match;
    const routeKey = `${route.method} ${route.path}`;
    return { kind: 'function', functionId: route.functionId, routeKey, pathParameters };
  }
  if (fallback === undefined) return match;
  return { kind: 'function', functionId: fallback, routeKey: '$default', pathParameters: {} };
}

/** For bodies that are too long to be read at all. */
export function tooLarge(): GatewayReply {
  return gatewayError(413, { message: 'Request Entity Too Large' });
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
