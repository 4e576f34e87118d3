/** One thing that must be true of the site as people reach it. */
export type SmokeCheck = {
  /** What works if it is true. */
  readonly what: string;
  /** @returns what is wrong, in words; undefined if nothing is */
  readonly run: (site: Site) => Promise<string | undefined>;
};

export type Site = {
  /** `https://photos.example.org`, without a trailing slash. */
  readonly url: string;
  /** The gateway's own address, which must refuse everybody but CloudFront; undefined if it is unknown. */
  readonly gatewayUrl?: string;
  readonly fetch: typeof fetch;
};

type Expected = {
  /** Accepted statuses. */
  readonly status: readonly number[];
  /** Patterns of header values, by header name. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  readonly body?: RegExp;
};

const html = /^text\/html/;
const json = /^application\/json/;

/** The tests of a fresh deployment. They leave nothing behind. */
export const smokeChecks: readonly SmokeCheck[] = [
  {
    what: 'The landing page opens, with its protections',
    run: (site) =>
      expectAnswer(site, '/', {
        status: [200],
        headers: {
          'content-type': html,
          'content-security-policy': /default-src 'self'|script-src 'self'/,
          'x-content-type-options': /^nosniff$/,
          'referrer-policy': /^same-origin$/,
        },
        body: /<div id="root"/,
      }),
  },
  {
    what: 'Browsers keep to https',
    run: async (site) =>
      site.url.startsWith('https:')
        ? expectAnswer(site, '/', {
            status: [200],
            headers: { 'strict-transport-security': /max-age=\d{7,}/ },
          })
        : undefined,
  },
  {
    what: "The page's code is there",
    run: checkScripts,
  },
  {
    what: "An event's page opens from its link",
    run: (site) =>
      expectAnswer(site, `/event/${unknownEvent}`, { status: [200, 404], headers: { 'content-type': html } }),
  },
  {
    what: 'Calls are answered',
    run: (site) =>
      expectAnswer(site, '/api/openapi.json', {
        status: [200],
        headers: { 'content-type': json },
        body: /"openapi":"3\.1/,
      }),
  },
  {
    what: 'Who is not signed in is told so, and by the app itself',
    run: (site) =>
      expectAnswer(site, '/api/auth/user', {
        status: [401],
        headers: { 'content-type': json },
        body: /"code"/,
      }),
  },
  {
    what: 'The table is read',
    run: (site) => expectAnswer(site, `/api/events/${unknownEvent}`, { status: [404], body: /"code"/ }),
  },
  {
    what: 'Public events are listed',
    run: (site) =>
      expectAnswer(site, '/api/events/public', { status: [200], headers: { 'content-type': json } }),
  },
  {
    what: 'Unknown addresses of calls are 404 in JSON',
    run: (site) =>
      expectAnswer(site, '/api/nowhere', {
        status: [404],
        headers: { 'content-type': json },
        body: /"code"/,
      }),
  },
  {
    what: 'Signing in goes to the sign-in page',
    run: (site) => expectAnswer(site, '/api/login', { status: [302], headers: { location: /^https?:\/\// } }),
  },
  {
    what: 'The key for notifications is there',
    run: (site) =>
      expectAnswer(site, '/api/push/vapid-public-key', { status: [200], body: /"publicKey":"B/ }),
  },
  {
    what: 'Calls on media, uploads, downloads and payments are answered by the app itself',
    run: checkEachNoun,
  },
  {
    what: 'Files are refused to who has no signature',
    run: (site) => expectAnswer(site, `/media/open/${unknownEvent}/x/tile.webp`, { status: [403] }),
  },
  { what: 'A guest registers and leaves again', run: checkGuest },
  { what: 'Only CloudFront reaches the gateway', run: checkGateway },
];

const unknownEvent = `evt_${'a'.repeat(26)}`;

async function expectAnswer(
  { url, fetch }: Site,
  path: string,
  expected: Expected,
): Promise<string | undefined> {
  const response = await fetch(url + path, { redirect: 'manual' });
  const body = await response.text();
  const { status, headers = {}, body: wanted = /(?:)/ } = expected;
  if (!status.includes(response.status))
    return `${path} answers ${response.status} instead of ${status.join(' or ')}: ${body.slice(0, 200)}`;
  for (const [name, pattern] of Object.entries(headers)) {
    const value = response.headers.get(name);
    if (value === null || !pattern.test(value)) return `${path} has ${name}: ${value ?? 'nothing'}`;
  }
  return wanted.test(body) ? undefined : `${path} answers something else: ${body.slice(0, 200)}`;
}

/** Each noun's functions are deployed on their own; these nouns have no other check. */
async function checkEachNoun(site: Site): Promise<string | undefined> {
  const ofEvent = `/api/events/${unknownEvent}`;
  for (const path of [
    `${ofEvent}/media`,
    `${ofEvent}/archive/arc_${'a'.repeat(26)}`,
    `${ofEvent}/payment-status`,
  ]) {
    const problem = await expectAnswer(site, path, { status: [404], body: /"code"/ });
    if (problem !== undefined) return problem;
  }
  const response = await site.fetch(`${site.url}/api/objects/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: '{}',
  });
  const body = await response.text();
  return response.status === 401 && body.includes('"code"')
    ? undefined
    : `/api/objects/upload answers ${response.status} to who is not signed in: ${body.slice(0, 200)}`;
}

/** If index.html names scripts that are missing, people see a white page. */
async function checkScripts({ url, fetch }: Site): Promise<string | undefined> {
  const page = await (await fetch(`${url}/`)).text();
  const paths = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? []);
  if (paths.length === 0) return 'the page names no scripts';
  for (const path of paths) {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (response.status !== 200) return `${path} answers ${response.status}`;
    if (html.test(response.headers.get('content-type') ?? '')) return `${path} is a page`;
  }
  return undefined;
}

async function checkGuest({ url, fetch }: Site): Promise<string | undefined> {
  const registered = await fetch(`${url}/api/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: 'Smoke test' }),
  });
  const text = await registered.text();
  if (registered.status !== 201) return `registering answers ${registered.status}: ${text.slice(0, 200)}`;
  const { id, token } = JSON.parse(text) as { id: string; token: string };
  const query = new URLSearchParams({ guestId: id, token });
  const left = await fetch(`${url}/api/guests/${id}?${query.toString()}`, {
    method: 'DELETE',
    headers: { origin: url },
  });
  return left.status === 204 ? undefined : `leaving answers ${left.status}: ${await left.text()}`;
}

async function checkGateway({ gatewayUrl, fetch }: Site): Promise<string | undefined> {
  if (gatewayUrl === undefined) return undefined;
  const response = await fetch(new URL('/api/events/public', gatewayUrl));
  return response.status === 403 || response.status === 401
    ? undefined
    : `${gatewayUrl} answers ${response.status} to a call that did not come by CloudFront`;
}
