/** What CloudFront does by path: the one source for the stacks and the local edge. */

/** Sources of the viewer-request functions, for CloudFront's JavaScript runtime 2.0. */
export const linkPreviewFile = new URL('./link-preview.js', import.meta.url);
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
  readonly viewerRequest?: 'event-page' | 'link-preview' | 'spa-rewrite' | 'viewer-address';
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
    // Pictures of links, drawn by the API and the same for everybody: neither cookies nor queries get there.
    pathPattern: '/link-preview/*',
    origin: 'api',
    methods: 'read',
    caching: 'origin',
    signed: false,
    compress: false,
    viewerRequest: 'link-preview',
    headers: 'site',
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
