import type { ErrorView } from '../../../shared/contract/entities.ts';
import { EXPECTED_USER_HEADER, NOBODY, SESSION_CHANGED } from '../../../shared/contract/expected-user.ts';
import { type Challenge, PROOF_HEADER } from '../../../shared/contract/proof-of-work.ts';
import type { CallInput, CallName, Reply } from './endpoints.ts';

type Problem = Pick<ErrorView, 'message'> & Partial<ErrorView>;

/** A call that got an error response. `message` is `"{status}: {body or status text}"`. */
export class CallError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The body's message, which is written for users. */
  readonly userMessage: string | undefined;
  /** The body's `code`, if the response came from the API itself. */
  readonly code: string | undefined;
  /** Validation errors by field, with a 400. */
  readonly issues: NonNullable<ErrorView['issues']>;
  /** From the Retry-After header, if any. */
  readonly retryAfterSeconds: number | undefined;
  /** The work that the call has to prove first. */
  readonly proof: Challenge | undefined;

  constructor(response: { status: number; statusText: string; text: string; retryAfter?: string | null }) {
    super(`${response.status}: ${response.text || response.statusText}`);
    this.name = 'CallError';
    const problem = readProblem(response.text);
    this.status = response.status;
    this.userMessage = problem?.message;
    this.code = problem?.code;
    this.issues = problem?.issues ?? [];
    this.retryAfterSeconds = /^\d+$/.test(response.retryAfter ?? '')
      ? Number(response.retryAfter)
      : undefined;
    const { challenge, bits } = problem ?? {};
    this.proof = challenge !== undefined && bits !== undefined ? { challenge, bits } : undefined;
  }
}

function readProblem(text: string): Problem | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isProblem = typeof body === 'object' && body !== null && 'message' in body;
    return isProblem && typeof body.message === 'string' ? (body as Problem) : undefined;
  } catch {
    // A proxy's HTML page or an empty body: only the status is known.
    return undefined;
  }
}

/** The API's message of a failed call, or `otherwise` if the network or a proxy failed. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.userMessage) || fallback;
}

/** The HTTP status of a failed call; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof CallError ? error.status : undefined;
}

/** Whether a call was refused because the server does not know the guest who made it. */
export function isUnknownGuest(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unauthenticated';
}

/** Whether a call was refused because the session is not that of the user whom it was made for. */
export function isSessionChanged(error: unknown): boolean {
  return error instanceof CallError && error.code === SESSION_CHANGED;
}

const REFUSALS: ReadonlySet<number | undefined> = new Set([401, 402, 403, 404]);

/** Whether a call failed because of who asks, or because what is asked for is gone. */
export function isRefusal(error: unknown): boolean {
  // These are asked again, as whoever is signed in or as no guest.
  if (isSessionChanged(error) || isUnknownGuest(error)) return false;
  return REFUSALS.has(statusOf(error));
}

/** What a page tells the server of itself with every call, and learns from it. */
export type CallingPage = {
  /** Whom calls are made for: a user's id, `none`, or undefined while the page does not know. */
  expectedUser: () => string | undefined;
  /** Called, before a call fails, if that user does not seem to be signed in any more. */
  onUnauthorised: (expectedUser: string, isAction: boolean) => Promise<void>;
  /** Proves the work that a refused call was asked for, and repeats the call with the proof. */
  proveWork?: (refusal: CallError, repeat: (proof: string) => Promise<Response>) => Promise<Response>;
};

// The service worker makes calls, too, and has no page.
let page: CallingPage | undefined;

export function setCallingPage(callingPage: CallingPage | undefined): void {
  page = callingPage;
}

type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  as?: string;
};

/** The URL of a call. Undefined query fields are left out. */
export function callUrl(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

/** Whom a call is made for; undefined if the session alone decides. */
function expectedUserOf(name: string, { as }: LooseInput): string | undefined {
  // This call asks who is signed in.
  if (name === 'GET /api/auth/user') return undefined;
  const expectedUser = as ?? page?.expectedUser();
  // What an anonymous viewer's page reads is for nobody in particular.
  return expectedUser === NOBODY && name.startsWith('GET ') ? undefined : expectedUser;
}

/** As `call`, with the whole response. Whoever makes a call learns nothing of the work that it took. */
export async function respond<N extends CallName>(name: N, input: CallInput<N>): Promise<Response> {
  // Once: somebody else may be signed in by the time the work is proven.
  const same: LooseInput = { ...(input as LooseInput), as: expectedUserOf(name, input as LooseInput) };
  try {
    return await sendOnce(name, same);
  } catch (error) {
    if (!(error instanceof CallError && error.proof && page?.proveWork)) throw error;
    return page.proveWork(error, (proof) => sendOnce(name, same, proof));
  }
}

async function sendOnce(name: string, input: LooseInput, proof?: string): Promise<Response> {
  const [method = '', path = ''] = name.split(' ');
  const expectedUser = input.as;
  const response = await fetch(callUrl(path, input), {
    method,
    credentials: 'include',
    headers: {
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(expectedUser !== undefined && { [EXPECTED_USER_HEADER]: expectedUser }),
      ...(proof !== undefined && { [PROOF_HEADER]: proof }),
    },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
  });
  if (response.ok) return response;
  const { status, statusText } = response;
  const retryAfter = response.headers.get('retry-after');
  const error = new CallError({ status, statusText, text: await response.text(), retryAfter });
  const isUnauthorised = isSessionChanged(error) || (status === 401 && expectedUser !== NOBODY);
  if (isUnauthorised && expectedUser !== undefined) {
    await page?.onUnauthorised(expectedUser, method !== 'GET');
  }
  throw error;
}

async function parse<T>(response: Response): Promise<T> {
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * Makes one call of the contract.
 * @param name method and path, for example `"POST /api/events/{eventId}/join"`
 * @returns the parsed JSON; undefined for 204
 * @throws CallError for an error response; TypeError if the network failed
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Reply<N>> {
  return parse(await respond(name, input));
}

/** As `call`, with the cursor of the next page from the `Link` header, or null on the last page. */
export async function callPage<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<{ items: Reply<N>; nextCursor: string | null }> {
  const response = await respond(name, input);
  return { items: await parse(response), nextCursor: nextCursor(response.headers.get('link')) };
}

/** The `cursor` of `<url>; rel="next"` (RFC 8288), or null. */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://x').searchParams.get('cursor');
}
