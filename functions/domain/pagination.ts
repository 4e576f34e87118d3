import type * as z from 'zod/mini';
import { AppError } from './app-error.ts';

/**
 * Cuts a page from what was read: one item more than fits tells that there is another page.
 * @returns `last`, the item at which the page ends, only if there is another one
 */
export function cutPage<T>(found: readonly T[], limit: number): { items: T[]; last: T | undefined } {
  const items = found.slice(0, limit);
  return { items, last: found.length > limit ? items.at(-1) : undefined };
}

/** A cursor for the position where a page ended. Its content is up to each list, and opaque to callers. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Parses a cursor.
 * @param position what this list's cursors hold, narrow enough to refuse those of all other lists
 * @throws AppError 400 for a cursor that this list did not hand out
 */
export function decodeCursor<T extends z.ZodMiniType>(
  position: T,
  cursor: string | undefined,
): z.output<T> | undefined {
  if (cursor === undefined) return undefined;
  const parsed = position.safeParse(readJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (parsed.success) return parsed.data;
  const message = 'The cursor does not belong to this list.';
  throw new AppError('invalid', 'invalid_cursor', { message, issues: [{ path: 'cursor', message }] });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The `Link` header to the next page: the same request with a cursor. Source: RFC 8288. */
export function nextLink(request: { rawPath: string; rawQueryString: string }, cursor: string): string {
  const query = new URLSearchParams(request.rawQueryString);
  query.set('cursor', cursor);
  return `<${request.rawPath}?${query.toString()}>; rel="next"`;
}
