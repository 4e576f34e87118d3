import type * as z from 'zod/mini';
import { AppError } from './app-error.ts';

/** A page of what was read, where one more than it holds tells that there is more; `last` is its end then. */
export function cutPage<T>(found: readonly T[], limit: number): { items: T[]; last: T | undefined } {
  const items = found.slice(0, limit);
  return { items, last: found.length > limit ? items.at(-1) : undefined };
}

/** Writes where a page ended. What is in a cursor is the list's own affair, and opaque to callers. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads a cursor back.
 * @param position what the list's own cursors hold, narrow enough to refuse those of all other lists
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

/** The `Link` header of a page that has a next one: the same request from a cursor on. Source: RFC 8288. */
export function nextLink(request: { rawPath: string; rawQueryString: string }, cursor: string): string {
  const query = new URLSearchParams(request.rawQueryString);
  query.set('cursor', cursor);
  return `<${request.rawPath}?${query.toString()}>; rel="next"`;
}
