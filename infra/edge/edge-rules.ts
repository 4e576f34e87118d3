/** What CloudFront does by path, and to every response: the one source for the stacks and the local edge. */

/** Sources of the viewer-request functions, for CloudFront's JavaScript runtime 2.0. */
export const spaRewriteFile = new URL('./spa-rewrite.js', import.meta.url);
export const viewerAddressFile = new URL('./viewer-address.js', import.meta.url);
export const eventPageFile = new URL('./event-page.js', import.meta.url);

/** API statuses that the website's own file replaces: the API failed, throttled or refused. */
export const fallbackStatuses: readonly number[] = [403, 429, 500, 502, 503, 504];

export type Behaviour = {
  /** CloudFront's notation; the first match counts, and `*` is the default behaviour. */
  readonly pathPattern: string;
  readonly origin: 'api' | 'media' | 'web';
  /** `read` is GET and HEAD. */
  readonly methods: 'all' | 'read';
  /**
   * `never` is CloudFront's CachingDisabled with AllViewerExceptHostHeader; `origin` obeys Cache-Control;
   * `an-hour` caches for an hour for everybody, even what is `private` to browsers.
   */
  readonly caching: 'never' | 'origin' | 'an-hour';
  /** Answered only with a valid signed URL or signed cookies. */
  readonly signed: boolean;
  /** CloudFront compresses only what it may cache. */
  readonly compress: boolean;
  readonly viewerRequest?: 'event-page' | 'spa-rewrite' | 'viewer-address';
  /** Asked for the same file if the origin answers one of `fallbackStatuses`. */
  readonly fallback?: 'web';
  /** `page` is `site`, except that a page's own Content-Security-Policy, with its inline styles, counts. */
  readonly headers: 'site' | 'page' | 'media';
};

export const behaviours: readonly Behaviour[] = [
  {
    pathPattern: '/api/*',
    origin: 'api',
    methods: 'all',
    caching: 'never',
    signed: false,
    compress: false,
    viewerRequest: 'viewer-address',
    headers: 'site',
  },
  {
    // The event page, filled with the data of its first screen; the unfilled page if that fails.
    pathPattern: '/event/*',
    origin: 'api',
    fallback: 'web',
    methods: 'read',
    caching: 'never',
    signed: false,
    compress: false,
    viewerRequest: 'event-page',
    headers: 'page',
  },
  {
    // Everybody in the event views these, and only the first request has to go to the bucket's region.
    pathPattern: '/media/open/*',
    origin: 'media',
    methods: 'read',
    caching: 'an-hour',
    signed: true,
    compress: false,
    headers: 'media',
  },
  {
    pathPattern: '/media/*',
    origin: 'media',
    methods: 'read',
    caching: 'origin',
    signed: true,
    compress: false,
    headers: 'media',
  },
  {
    pathPattern: '*',
    origin: 'web',
    methods: 'read',
    caching: 'origin',
    signed: false,
    compress: true,
    viewerRequest: 'spa-rewrite',
    headers: 'site',
  },
];

/** @param path as sent, without its query */
export function behaviourFor(path: string): Behaviour {
  const found = behaviours.find(({ pathPattern }) => matchesPattern({ pattern: pathPattern, text: path }));
  if (found === undefined) throw new Error('The last behaviour matches every path.');
  return found;
}

/** CloudFront's wildcards, in path patterns and policies: `*` is any run of characters, `?` exactly one. */
export function matchesPattern({ pattern, text }: { pattern: string; text: string }): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}

/** Cache-Control of the web build's files by key; the first match counts. */
export const webCacheControl = [
  { pattern: 'assets/*', cacheControl: 'public, max-age=31536000, immutable' },
  { pattern: '*', cacheControl: 'no-cache' },
] as const;

/** @param key path in the web build, without a leading slash */
export function cacheControlOf(key: string): string {
  const rule = webCacheControl.find(({ pattern }) => matchesPattern({ pattern, text: key }));
  return rule?.cacheControl ?? 'no-cache';
}

export type Site = {
  /** Scheme and host that browsers PUT uploads to and download files from; pages show nothing of it. */
  readonly objectOrigin: string;
  readonly https: boolean;
};

export type SecurityHeaders = {
  readonly contentSecurityPolicy: string;
  readonly referrerPolicy: 'same-origin';
  /** Absent if the site is not on https. */
  readonly strictTransportSecurity?: { readonly maxAgeSeconds: number; readonly includeSubdomains: true };
  /** Headers without a CloudFront setting of their own, unlike X-Content-Type-Options and X-Frame-Options. */
  readonly custom: Readonly<Record<string, string>>;
};

/** The security headers of one kind of behaviour, as CloudFront's settings. */
export function securityHeaders(kind: Behaviour['headers'], site: Site): SecurityHeaders {
  return {
    contentSecurityPolicy: kind === 'media' ? mediaPolicy : sitePolicy(site),
    referrerPolicy: 'same-origin',
    ...(site.https && {
      strictTransportSecurity: { maxAgeSeconds: 2 * 365 * 24 * 60 * 60, includeSubdomains: true },
    }),
    custom: {
      'Permissions-Policy':
        'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  };
}

/** The security headers as a browser receives them. */
export function headersOf(security: SecurityHeaders): Record<string, string> {
  const transport = security.strictTransportSecurity;
  return {
    'Content-Security-Policy': security.contentSecurityPolicy,
    'Referrer-Policy': security.referrerPolicy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(transport && {
      'Strict-Transport-Security': `max-age=${transport.maxAgeSeconds}; includeSubDomains`,
    }),
    ...security.custom,
  };
}

/** A media file opened on its own may display itself and run nothing. */
const mediaPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

function sitePolicy({ objectOrigin, https }: Site): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Blurred placeholders are data:, own files before their renditions blob:. Nothing of another site is ever shown.
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' ${objectOrigin}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
