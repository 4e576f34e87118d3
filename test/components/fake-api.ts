import { vi } from 'vitest';
import type { ErrorView } from '../../shared/contract/entities.ts';
import type { CallName, Reply } from '../../web/src/lib/endpoints.ts';

/** A call that a component has made. */
export type Sent = {
  readonly name: CallName;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
};

/** An error reply of the API. */
export class Refusal {
  readonly status: number;
  readonly problem: Partial<ErrorView>;

  constructor(status: number, problem: Partial<ErrorView> = {}) {
    this.status = status;
    this.problem = problem;
  }
}

/** A page of a list with the cursor of the next one. */
export class ListPage<T> {
  readonly items: T;
  readonly nextCursor: string;

  constructor(items: T, nextCursor: string) {
    this.items = items;
    this.nextCursor = nextCursor;
  }
}

/** The network is gone. */
export const NO_NETWORK = Symbol('no network');

type Answer<N extends CallName> = Reply<N> | ListPage<Reply<N>> | Refusal | typeof NO_NETWORK;
export type Answers = { [N in CallName]?: (sent: Sent) => Answer<N> | Promise<Answer<N>> };

/** What an open gallery asks for by itself. Without it, it looks for changes as pages without WebSockets do. */
const ofItself: Answers = { 'POST /api/events/{eventId}/live-ticket': () => NO_NETWORK };

const unexpected: string[] = [];

/** Fails if a component has made a call that had no answer. */
export function expectAllAnswered(): void {
  const calls = unexpected.splice(0);
  if (calls.length > 0) throw new Error(`No answer was given for ${calls.join(', ')}.`);
}

/**
 * Answers the calls of components as the contract types them. A call that a test has no answer for fails the test.
 * @returns the calls made so far, in order
 */
export function fakeApi(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    const found = Object.entries({ ...ofItself, ...answers }).find(([name]) =>
      isCall(name, { method: init.method ?? 'GET', url }),
    );
    if (!found) {
      unexpected.push(`${init.method} ${url.pathname}`);
      throw new TypeError('No answer');
    }
    const [name, answer] = found as [CallName, (call: Sent) => unknown];
    const call = {
      name,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: Object.fromEntries(new Headers(init.headers)),
    };
    if (name in answers) sent.push(call);
    return responseOf(await answer(call));
  });
  return sent;
}

function isCall(name: string, { method, url }: { method: string; url: URL }): boolean {
  const [wanted, path = ''] = name.split(' ');
  return wanted === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname);
}

function responseOf(answer: unknown): Response {
  if (answer === NO_NETWORK) throw new TypeError('Failed to fetch');
  if (answer instanceof Refusal) return Response.json(answer.problem, { status: answer.status });
  if (answer === undefined) return new Response(null, { status: 204 });
  if (!(answer instanceof ListPage)) return Response.json(answer);
  return Response.json(answer.items, { headers: { link: `</?cursor=${answer.nextCursor}>; rel="next"` } });
}
