type Headers = Readonly<Record<string, string | undefined>>;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a write comes from a page of another origin. Browsers send `Origin` with every such request and
 * nearly all send `Sec-Fetch-Site`, and a page can forge neither. A request with neither does not come from a
 * browser (a webhook, a script) and carries nobody's cookie against their will. Header names are
 * case-insensitive. Source: OWASP, Cross-Site Request Forgery Prevention; W3C, Fetch Metadata.
 */
export function isForeignWrite(request: { method: string; headers: Headers; siteUrl: string }): boolean {
  if (READS.has(request.method.toUpperCase())) return false;
  const origin = header(request.headers, 'origin');
  if (origin !== undefined && origin !== new URL(request.siteUrl).origin) return true;
  const site = header(request.headers, 'sec-fetch-site');
  // 'same-site' is a sibling: another subdomain, or another port on this machine.
  return site === 'cross-site' || site === 'same-site';
}

/**
 * Whether another site sent the browser here, by a link, an image or a frame. For the one GET that
 * changes something, `/api/logout`: Lax cookies travel with a link from anywhere.
 */
export function isForeignNavigation(request: { headers: Headers }): boolean {
  return header(request.headers, 'sec-fetch-site') === 'cross-site';
}

function header(headers: Headers, name: string): string | undefined {
  const direct = headers[name];
  if (direct !== undefined) return direct;
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}
