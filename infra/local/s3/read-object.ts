import { readRange } from './byte-range.ts';
import { evaluateReadConditions } from './conditions.ts';
import { objectHeaders } from './object-headers.ts';
import type { ObjectRow } from './object-rows.ts';
import type { S3Response, S3Request } from './operation.ts';
import { isHeaderValue } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** GetObject. @throws S3Error NoSuchKey, PreconditionFailed, InvalidRange, InvalidArgument */
export async function getObject(call: S3Request): Promise<S3Response> {
  const found = await call.objects.open(call.name);
  if (!found) throw noSuchKey(call);
  try {
    const { range, ...answer } = planRead(call, found.row);
    if (answer.status === 304) {
      await found.handle.close();
      return answer;
    }
    // Without a range Node reads the whole file; it closes the handle with the stream.
    return { ...answer, stream: found.handle.createReadStream(range) };
  } catch (error) {
    await found.handle.close();
    throw error;
  }
}

/** HeadObject: GetObject without the bytes. */
export function headObject(call: S3Request): S3Response {
  const row = call.objects.rows.find(call.name);
  if (!row) throw noSuchKey(call);
  const { status, headers } = planRead(call, row);
  return { status, headers };
}

function noSuchKey({ name }: S3Request): S3Error {
  return new S3Error('NoSuchKey', { detail: { Key: name.key } });
}

function planRead(call: S3Request, row: ObjectRow) {
  const headers = { ...objectHeaders(row), ...dispositionAskedFor(call) };
  if (evaluateReadConditions(call.headers, row) === 'not-modified') {
    const kept = ['etag', 'last-modified', 'cache-control'];
    return {
      status: 304,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name))),
    };
  }
  const range = readRange(call.headers.get('range'), row.sizeBytes);
  if (range === 'unsatisfiable') {
    throw new S3Error('InvalidRange', {
      detail: { RangeRequested: call.headers.get('range') ?? '', ActualObjectSize: row.sizeBytes },
      headers: { 'content-range': `bytes */${row.sizeBytes}` },
    });
  }
  if (range === 'whole') {
    return { status: 200, headers: { ...headers, 'content-length': String(row.sizeBytes) } };
  }
  const partial = {
    'content-length': String(range.end - range.start + 1),
    'content-range': `bytes ${range.start}-${range.end}/${row.sizeBytes}`,
  };
  return { status: 206, range, headers: { ...headers, ...partial } };
}

/** `response-content-disposition`. S3 accepts it only in signed requests, and only those get this far. */
function dispositionAskedFor({ query }: S3Request): Record<string, string> {
  const name = 'response-content-disposition';
  const value = query.get(name);
  if (value === undefined) return {};
  if (isHeaderValue(value)) return { 'content-disposition': value };
  throw new S3Error('InvalidArgument', {
    message: 'Header value cannot be represented using ISO-8859-1.',
    detail: { ArgumentName: name, ArgumentValue: value },
  });
}
