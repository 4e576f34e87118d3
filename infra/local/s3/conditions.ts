import type { ObjectRow } from './object-rows.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/**
 * Whether the write requires that there is no object yet (`If-None-Match: *`).
 * @throws S3Error NotImplemented for any other If-None-Match, which S3 does not take for writes
 */
export function readIfAbsent(headers: HeaderMap): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch === undefined || ifNoneMatch === '*') return ifNoneMatch === '*';
  throw new S3Error('NotImplemented', { detail: { Header: 'If-None-Match' } });
}

/** Evaluates a read's conditions in the order of RFC 9110, 13.2.2. @throws S3Error PreconditionFailed */
export function evaluateReadConditions(headers: HeaderMap, row: ObjectRow): 'read' | 'not-modified' {
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  const unmodifiedSince = readSeconds(headers.get('if-unmodified-since'));
  const modifiedSince = readSeconds(headers.get('if-modified-since'));
  const modified = Math.floor(row.modifiedMs / 1000);

  if (ifMatch !== undefined && !matchesETag(ifMatch, row)) throw preconditionFailed('If-Match');
  if (ifMatch === undefined && unmodifiedSince !== undefined && modified > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return matchesETag(ifNoneMatch, row) ? 'not-modified' : 'read';
  return modifiedSince !== undefined && modified <= modifiedSince ? 'not-modified' : 'read';
}

/** Whether the object has one of the listed ETags. */
export function matchesETag(list: string, { eTag }: ObjectRow): boolean {
  const given = list.split(',').map((one) => one.trim().replace(/^W\//, '').replaceAll('"', ''));
  return given.includes('*') || given.includes(eTag);
}

/** @param condition as S3 names it */
export function preconditionFailed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', { detail: { Condition: condition } });
}

/** An HTTP date in seconds; anything else counts as absent. */
function readSeconds(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
