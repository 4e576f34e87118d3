import type { ObjectRow } from './object-rows.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** Under which condition an object may be written or deleted. */
export type WriteCondition = { absent: boolean; eTag?: string };

/** @throws S3Error NotImplemented: S3 takes only `*` as If-None-Match of a write. */
export function readWriteCondition(headers: HeaderMap): WriteCondition {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw new S3Error('NotImplemented', { detail: { Header: 'If-None-Match' } });
  }
  const eTag = headers.get('if-match');
  return { absent: ifNoneMatch === '*', ...(eTag === undefined ? {} : { eTag }) };
}

/** @throws S3Error PreconditionFailed, or NoSuchKey where there is nothing to match. */
export function checkWrite(condition: WriteCondition, current: ObjectRow | undefined): void {
  if (condition.absent && current) throw preconditionFailed('If-None-Match');
  if (condition.eTag === undefined) return;
  if (!current) throw new S3Error('NoSuchKey');
  if (!matches(condition.eTag, current)) throw preconditionFailed('If-Match');
}

/**
 * Weighs a read's conditions in the order of RFC 9110, section 13.2.2.
 * @param headers with these names behind `prefix`, which a copy's source has in front of them.
 * @throws S3Error PreconditionFailed
 */
export function evaluateReadConditions(
  headers: HeaderMap,
  { row, prefix = '' }: { row: ObjectRow; prefix?: string },
) {
  const ifMatch = headers.get(`${prefix}if-match`);
  const ifNoneMatch = headers.get(`${prefix}if-none-match`);
  const unmodifiedSince = readSeconds(headers.get(`${prefix}if-unmodified-since`));
  const modifiedSince = readSeconds(headers.get(`${prefix}if-modified-since`));
  const modified = Math.floor(row.modifiedMs / 1000);

  if (ifMatch !== undefined && !matches(ifMatch, row)) throw preconditionFailed('If-Match');
  if (ifMatch === undefined && unmodifiedSince !== undefined && modified > unmodifiedSince) {
    throw preconditionFailed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, row) ? 'not-modified' : 'read';
  return modifiedSince !== undefined && modified <= modifiedSince ? 'not-modified' : 'read';
}

/** The refusal of a condition, named as S3 names it. */
export function preconditionFailed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', { detail: { Condition: condition } });
}

function matches(list: string, { eTag }: ObjectRow): boolean {
  const given = list.split(',').map((one) => one.trim().replace(/^W\//, '').replaceAll('"', ''));
  return given.includes('*') || given.includes(eTag);
}

/** An HTTP date in seconds; what is none counts as absent. */
function readSeconds(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
