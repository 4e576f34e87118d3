import type { IncomingHttpHeaders } from 'node:http';

/** What identifies a version of a response. `etag` is quoted. */
export type Validators = { readonly etag: string; readonly lastModified: Date };

/**
 * Whether the viewer already has this response (304). RFC 9110, 13.2.2: If-None-Match, compared weakly, goes
 * before If-Modified-Since.
 */
export function isNotModified(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(withoutWeakness(tag)));
  return wholeSeconds(lastModified) <= Date.parse(headers['if-modified-since'] ?? '');
}

/**
 * The Range header if it applies: If-Range must name this very response (RFC 9110, 13.1.5), or the viewer's
 * part is of an older one and everything is sent.
 */
export function applicableRange(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: Validators,
): string | undefined {
  const condition = headers['if-range'];
  if (condition === undefined) return headers.range;
  return condition === etag || Date.parse(String(condition)) === wholeSeconds(lastModified)
    ? headers.range
    : undefined;
}

function withoutWeakness(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
