import { gatewayKeysOf } from '../../../functions/manifest/call-row.ts';
import type { FunctionRow } from '../../../functions/manifest/function-row.ts';
import { quotas } from '../../quotas/quotas.ts';
import { MAX_EVENT_BYTES, type InvokeResult } from '../lambda/invoke.ts';
import { splitTarget } from '../http/split-target.ts';
import { withForwardedHeaders } from './forwarded.ts';
import { toEvent, type EventContext, type GatewayRequest } from './request-event.ts';
import { gatewayError, toReply, type GatewayReply } from './function-reply.ts';
import { matchRoute, type GatewayRoute } from './routes.ts';

export type GatewayOptions = {
  readonly routes: readonly GatewayRoute[];
  /** Behind the route `$default`, which takes requests that no other route matches. */
  readonly defaultFunctionId: string;
  readonly invoke: (functionId: string, event: unknown) => Promise<InvokeResult>;
  readonly now: () => Date;
  readonly newRequestId: () => string;
  /** The site's port. */
  readonly port: number;
  /** How long HTTP API waits for a function; 30 seconds by default. */
  readonly integrationTimeoutMs?: number;
};

export type Gateway = (request: GatewayRequest) => Promise<GatewayReply>;

/** The routes of a manifest. */
export function gatewayRoutes(rows: readonly FunctionRow[]): GatewayRoute[] {
  return rows.flatMap((row) => gatewayKeysOf(row).map((key) => ({ functionId: row.id, ...key })));
}

/** The function behind `$default`. @throws Error if the manifest has none */
export function defaultFunctionId(rows: readonly FunctionRow[]): string {
  const found = rows.find(({ trigger }) => trigger.kind === 'unmatched');
  if (found === undefined) throw new Error('No function of the manifest takes what no route does.');
  return found.id;
}

/** API Gateway's HTTP API on one machine. Whatever a function does, the gateway answers and never throws. */
export function createGateway(options: GatewayOptions): Gateway {
  const { invoke, now, newRequestId, port, integrationTimeoutMs = 30_000 } = options;
  const answerTo = async (request: GatewayRequest, requestId: string): Promise<GatewayReply> => {
    if (headBytes(request) > MAX_HEAD_BYTES)
      return gatewayError(431, { message: 'Request Header Fields Too Large' });
    const body = await bufferBody(request);
    if (body === undefined) return tooLarge();
    const target = targetOf(options, request);
    if (target === 'malformed') {
      return gatewayError(400, { message: 'Bad Request', code: 'bad_request', requestId });
    }
    const { sourceIp } = request;
    const rawHeaders = withForwardedHeaders(request.rawHeaders, { sourceIp, port, now: now() });
    const event = toEvent({ ...request, rawHeaders, body }, { ...target, requestId, now: now() });
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return tooLarge();
    return answer(await within(integrationTimeoutMs, () => invoke(target.functionId, event)));
  };
  return async (request) => {
    const requestId = newRequestId();
    const reply = await answerTo(request, requestId);
    return { ...reply, headers: { 'apigw-requestid': requestId, ...reply.headers } };
  };
}

type Target = { readonly functionId: string } & Pick<EventContext, 'routeKey' | 'pathParameters'>;

function targetOf(
  { routes, defaultFunctionId: fallback }: GatewayOptions,
  request: GatewayRequest,
): Target | 'malformed' {
  const [path] = splitTarget(request.target);
  const match = matchRoute(routes, { method: request.method, path });
  if (match.kind === 'malformed') return 'malformed';
  if (match.kind === 'not-found') return { functionId: fallback, routeKey: '$default', pathParameters: {} };
  const { route, pathParameters } = match;
  return { functionId: route.functionId, routeKey: `${route.method} ${route.path}`, pathParameters };
}

/** HTTP API's limit for the request line and the values of the headers together. */
const MAX_HEAD_BYTES = quotas.gatewayHeadBytes.value;

function headBytes({ method, target, httpVersion, rawHeaders }: GatewayRequest): number {
  const values = rawHeaders.filter((_part, index) => index % 2 === 1);
  const lines = [`${method} ${target} HTTP/${httpVersion}`, ...values];
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
}

/** HTTP API's limit for a request body. */
const MAX_BODY_BYTES = quotas.gatewayBodyBytes.value;

/** @returns undefined if it is longer than HTTP API accepts; the rest is then not read */
async function bufferBody({ rawHeaders, body }: GatewayRequest): Promise<Buffer | undefined> {
  const at = rawHeaders.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'content-length',
  );
  if (Number(rawHeaders[at + 1] ?? 0) > MAX_BODY_BYTES && at >= 0) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): GatewayReply {
  return gatewayError(413, { message: 'Request Entity Too Large' });
}

function answer(result: InvokeResult | 'too-late'): GatewayReply {
  if (result === 'too-late') return gatewayError(503, { message: 'Service Unavailable' });
  // A function that timed out has failed like any other.
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
