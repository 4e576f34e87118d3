import { describe, expect, inject, it } from 'vitest';
import { smoke } from '../../infra/operate/smoke.ts';
import { smokeChecks, type SmokeCheck } from '../../infra/operate/smoke-checks.ts';

const url = inject('siteUrl');

const answers = new Map<string, Promise<Response>>();

/** Asks the running system, what changes nothing only once. */
const ask: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  if (request.method !== 'GET') return fetch(input, init);
  const answer = answers.get(request.url) ?? fetch(input, init);
  answers.set(request.url, answer);
  return (await answer).clone();
};

/**
 * Runs the smoke test with a fetch that may answer differently. @returns the line of each check that failed
 */
async function problems(otherwise: (address: string) => Response | undefined): Promise<string[]> {
  const said: string[] = [];
  const asking: typeof fetch = async (input, init) => otherwise(new Request(input).url) ?? ask(input, init);
  await smoke(
    { url, gatewayUrl: 'https://gateway.example', fetch: asking },
    { say: (line) => said.push(line) },
  );
  return said.filter((line) => !line.startsWith('ok')).map((line) => line.slice(8));
}

const gateway = (address: string): Response | undefined =>
  address.startsWith('https://gateway.example') ? new Response('', { status: 403 }) : undefined;

describe('the smoke test', () => {
  it('passes for a running system', async () => {
    expect(await problems(gateway)).toEqual([]);
  });

  it('fails every check that asks something if nothing answers', async () => {
    const refused = await problems(() => Response.error());
    // For a site without https, one check asks nothing.
    expect(refused).toHaveLength(smokeChecks.length - 1);
  });

  it('finds a gateway that answers everybody', async () => {
    const [problem] = await problems((address) =>
      address.startsWith('https://gateway.example') ? new Response('[]') : undefined,
    );
    expect(problem).toMatch(/^Only CloudFront reaches the gateway/);
  });

  it('finds that code is missing which the page names', async () => {
    const [problem] = await problems((address) =>
      address.includes('/assets/') ? new Response('', { status: 404 }) : gateway(address),
    );
    expect(problem).toMatch(/^The page's code is there: \/assets\/\S+ answers 404/);
  });

  it('finds files that are served without a signature', async () => {
    const [problem] = await problems((address) =>
      address.includes('/media/') ? new Response('picture') : gateway(address),
    );
    expect(problem).toMatch(/^Files are refused/);
  });
});

const LANDING = 'The landing page opens, with its protections';
const NOUNS = 'Calls on media, uploads, downloads and payments are answered by the app itself';
const HTTPS = 'Browsers keep to https';
const GATEWAY = 'Only CloudFront reaches the gateway';
const ID = `evt_${'a'.repeat(26)}`;
const EVENT = `/api/events/${ID}`;
const html = { 'content-type': 'text/html' };

type Change = {
  readonly status?: number;
  /** A header that is changed, or undefined for one that is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
};

/** The running system's answer to a request, with something changed. */
async function changed(answer: Response, { status, headers = {}, body }: Change): Promise<Response> {
  const all = new Headers(answer.headers);
  all.delete('content-encoding');
  for (const [name, value] of Object.entries(headers))
    if (value === undefined) all.delete(name);
    else all.set(name, value);
  return new Response(body ?? (await answer.text()), { status: status ?? answer.status, headers: all });
}

/** One mistake each, in the answer to a request: what the check asks for, less one thing. */
const wrongAnswers: readonly (readonly [what: string, request: string, change: Change])[] = [
  [LANDING, 'GET /', { status: 500 }],
  [LANDING, 'GET /', { headers: { 'content-type': 'text/plain' } }],
  [LANDING, 'GET /', { headers: { 'content-security-policy': undefined } }],
  [LANDING, 'GET /', { headers: { 'x-content-type-options': undefined } }],
  [LANDING, 'GET /', { headers: { 'referrer-policy': 'unsafe-url' } }],
  [LANDING, 'GET /', { body: '<html>Soon</html>' }],
  ["The page's code is there", 'GET /', { body: '<div id="root"></div>' }],
  ["The page's code is there", 'GET /assets/*', { headers: html }],
  ["An event's page opens from its link", `GET /event/${ID}`, { status: 500 }],
  [
    "An event's page opens from its link",
    `GET /event/${ID}`,
    { headers: { 'content-type': 'application/json' } },
  ],
  ['Calls are answered', 'GET /api/openapi.json', { status: 503 }],
  ['Calls are answered', 'GET /api/openapi.json', { headers: html }],
  ['Calls are answered', 'GET /api/openapi.json', { body: '{}' }],
  ['Who is not signed in is told so, and by the app itself', 'GET /api/auth/user', { status: 200 }],
  ['Who is not signed in is told so, and by the app itself', 'GET /api/auth/user', { headers: html }],
  ['Who is not signed in is told so, and by the app itself', 'GET /api/auth/user', { body: '{}' }],
  ['The table is read', `GET ${EVENT}`, { status: 500 }],
  ['The table is read', `GET ${EVENT}`, { body: '{"message":"Not Found"}' }],
  ['Public events are listed', 'GET /api/events/public', { status: 500 }],
  ['Public events are listed', 'GET /api/events/public', { headers: html }],
  ['Unknown addresses of calls are 404 in JSON', 'GET /api/nowhere', { status: 200 }],
  ['Unknown addresses of calls are 404 in JSON', 'GET /api/nowhere', { headers: html }],
  ['Unknown addresses of calls are 404 in JSON', 'GET /api/nowhere', { body: '{"message":"Not Found"}' }],
  ['Signing in goes to the sign-in page', 'GET /api/login', { status: 200 }],
  ['Signing in goes to the sign-in page', 'GET /api/login', { headers: { location: '/' } }],
  ['The key for notifications is there', 'GET /api/push/vapid-public-key', { status: 503 }],
  ['The key for notifications is there', 'GET /api/push/vapid-public-key', { body: '{"publicKey":""}' }],
  ...[
    `GET ${EVENT}/media`,
    `GET ${EVENT}/archive/*`,
    `GET ${EVENT}/payment-status`,
    'POST /api/objects/upload',
  ].flatMap((request) =>
    [{ status: 502 }, { body: '{"message":"Not Found"}' }].map((change) => [NOUNS, request, change] as const),
  ),
  ['Files are refused to who has no signature', 'GET /media/*', { status: 404 }],
  ['A guest registers and leaves again', 'POST /api/guests', { status: 200 }],
  ['A guest registers and leaves again', 'DELETE /api/guests/*', { status: 404 }],
];

async function runCheck(what: string, site: Parameters<SmokeCheck['run']>[0]): Promise<string | undefined> {
  const check = smokeChecks.find((one) => one.what === what);
  if (!check) throw new Error(`There is no check "${what}".`);
  return check.run(site);
}

describe('a check of the smoke test', () => {
  it('is among these, whichever it is', () => {
    const tested = [...wrongAnswers.map(([what]) => what), HTTPS, GATEWAY];
    expect(new Set(tested)).toEqual(new Set(smokeChecks.map(({ what }) => what)));
  });

  it.each(wrongAnswers)('%s: finds a wrong answer to %s: %j', async (what, request, change) => {
    let count = 0;
    const asking: typeof fetch = async (input, init) => {
      const { method, url: address } = new Request(input, init);
      const answer = await ask(input, init);
      const asked = `${method} ${address.slice(url.length)}`;
      const isMeant = request.endsWith('*') ? asked.startsWith(request.slice(0, -1)) : asked === request;
      if (!isMeant) return answer;
      count += 1;
      return changed(answer, change);
    };
    expect(await runCheck(what, { url, fetch: asking })).toEqual(expect.any(String));
    expect(count).toBeGreaterThan(0);
  });

  it.each([
    ['max-age=31536000; includeSubDomains', undefined],
    ['max-age=0', expect.stringContaining('max-age=0')],
    [undefined, expect.stringContaining('nothing')],
  ])('Browsers keep to https: by Strict-Transport-Security: %s', async (value, problem) => {
    const headers = value === undefined ? {} : { 'strict-transport-security': value };
    const site = { url: 'https://photos.example.org', fetch: async () => new Response('', { headers }) };
    expect(await runCheck(HTTPS, site)).toEqual(problem);
  });

  it('Only CloudFront reaches the gateway: finds a gateway that fails', async () => {
    const site = {
      url,
      gatewayUrl: 'https://gateway.example',
      fetch: async () => Response.json({}, { status: 500 }),
    };
    expect(await runCheck(GATEWAY, site)).toContain('answers 500');
  });
});
