import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerApi } from './api-routes.ts';
import type { StripeContext } from './stripe-context.ts';
import { readForm } from './form-body.ts';
import { type Idempotency } from './idempotency.ts';
import { API_VERSION, newObjectId } from './stripe-objects.ts';
import { StripeApiError } from './stripe-error.ts';

export type ApiContext = {
  readonly context: StripeContext;
  readonly secretKey: string;
  readonly idempotency: Idempotency;
  /** Takes as long as each write does, so that requests can overlap as they do at Stripe. */
  readonly think: () => Promise<void>;
  /** Whether this write is to fail with a server error. */
  readonly isDown: () => boolean;
};

type Call = { readonly request: IncomingMessage; readonly body: string; readonly url: URL };

/** Serves `/v1/…` as Stripe's library speaks it. */
export async function serveApi(api: ApiContext, call: Call, response: ServerResponse): Promise<void> {
  const key = header(call.request, 'idempotency-key');
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': newObjectId('req'),
    'stripe-version': API_VERSION,
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  try {
    assertKey(call.request, api.secretKey);
    assertVersion(call.request);
    const isKeyed = key !== undefined && call.request.method === 'POST';
    const answer = isKeyed
      ? await api.idempotency({ key, path: call.url.pathname, body: call.body }, () => work(api, call))
      : { ...(await work(api, call)), isRepeated: false };
    if (answer.isRepeated) headers['idempotent-replayed'] = 'true';
    response.writeHead(answer.status, headers).end(answer.body);
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    response.writeHead(error.status, headers).end(JSON.stringify(error.body));
  }
}

async function work(
  { context, think, isDown }: ApiContext,
  call: Call,
): Promise<{ status: number; body: string }> {
  const { method = 'GET' } = call.request;
  if (method === 'POST') await think();
  try {
    if (method === 'POST' && isDown())
      throw new StripeApiError(500, 'An unknown error occurred.', { type: 'api_error' });
    const form = readForm(method === 'GET' ? call.url.search.slice(1) : call.body);
    const answer = answerApi(context, { method, path: call.url.pathname, form });
    return { status: 200, body: JSON.stringify(answer) };
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
    return { status: error.status, body: JSON.stringify(error.body) };
  }
}

/** @throws StripeApiError 401 */
export function assertKey(request: IncomingMessage, secretKey: string): void {
  if (header(request, 'authorization') === `Bearer ${secretKey}`) return;
  throw new StripeApiError(401, 'Invalid API Key provided.');
}

/** @throws StripeApiError 400: answers have the shape of one version only */
function assertVersion(request: IncomingMessage): void {
  const version = header(request, 'stripe-version') ?? API_VERSION;
  if (version === API_VERSION) return;
  throw new StripeApiError(400, `Invalid Stripe API version: ${version}`);
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
