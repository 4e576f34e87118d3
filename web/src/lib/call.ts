import type { ErrorView } from '../../../shared/contract/entities.ts';
import type { CallInput, CallName, Reply } from './endpoints.ts';

type Problem = Pick<ErrorView, 'message'> & Partial<ErrorView>;

/** A call that was not answered with success. `message` is `"{status}: {body or status text}"`. */
export class CallError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** What a person may be shown: the body's own sentence, else undefined. */
  readonly userMessage: string | undefined;
  /** The body's `code`, where the answer came from the API itself. */
  readonly code: string | undefined;
  /** Fields that were refused, with a 400. */
  readonly issues: NonNullable<ErrorView['issues']>;
  /** When the server wants to be asked again, where it says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(answer: { status: number; statusText: string; text: string; retryAfter?: string | null }) {
    super(`${answer.status}: ${answer.text || answer.statusText}`);
    this.name = 'CallError';
    const problem = readProblem(answer.text);
    this.status = answer.status;
    this.userMessage = problem?.message;
    this.code = problem?.code;
    this.issues = problem?.issues ?? [];
    this.retryAfterSeconds = /^\d+$/.test(answer.retryAfter ?? '') ? Number(answer.retryAfter) : undefined;
  }
}

function readProblem(text: string): Problem | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const isProblem = typeof body === 'object' && body !== null && 'message' in body;
    return isProblem && typeof body.message === 'string' ? (body as Problem) : undefined;
  } catch {
    // A proxy's HTML page or an empty body: the status has to do.
    return undefined;
  }
}

/** The sentence of a failed call for a toast, or `otherwise` where the network or a proxy failed. */
export function messageOf(error: unknown, otherwise: string): string {
  return (error instanceof CallError && error.userMessage) || otherwise;
}

/** The status of a failed call; undefined where none was answered. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof CallError ? error.status : undefined;
}

/** Whether a call was refused because the server no longer knows the guest who made it. */
export function isUnknownGuest(error: unknown): boolean {
  return error instanceof CallError && error.code === 'unauthenticated';
}

type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  signal?: AbortSignal;
};

/** The address of a call: parameters filled in, absent query fields left out. */
export function callUrl(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function send(name: string, input: LooseInput): Promise<Response> {
  const space = name.indexOf(' ');
  const response = await fetch(callUrl(name.slice(space + 1), input), {
    method: name.slice(0, space),
    credentials: 'include',
    headers: input.body === undefined ? undefined : { 'content-type': 'application/json' },
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
  });
  if (response.ok) return response;
  const { status, statusText } = response;
  const retryAfter = response.headers.get('retry-after');
  throw new CallError({ status, statusText, text: await response.text(), retryAfter });
}

async function parse<T>(response: Response): Promise<T> {
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * Makes one call of the contract and answers its JSON.
 * @param name method and path, `"POST /api/events/{eventId}/join"`
 * @throws CallError for every answer but success; TypeError where the network failed.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Reply<N>> {
  return parse(await send(name, input as LooseInput));
}

/** As `call`, with the cursor of the next page from the answer's `Link` header, or null at the end. */
export async function callPage<N extends CallName>(
  name: N,
  input: CallInput<N>,
): Promise<{ items: Reply<N>; nextCursor: string | null }> {
  const response = await send(name, input as LooseInput);
  return { items: await parse(response), nextCursor: nextCursor(response.headers.get('link')) };
}

/** The `cursor` of `<url>; rel="next"` (RFC 8288), or null. */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return target === undefined ? null : new URL(target, 'http://x').searchParams.get('cursor');
}
