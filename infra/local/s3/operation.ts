import type { Readable } from 'node:stream';
import type { IncomingBody } from './incoming-body.ts';
import type { ObjectName } from './object-rows.ts';
import type { StoreResources } from './open-store.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** An authorised request, and the store that operations work on. */
export type S3Request = StoreResources & {
  /** The addressed object; the key is empty if the bucket itself is addressed. */
  name: ObjectName;
  query: ReadonlyMap<string, string>;
  /** The headers, including `x-amz-` ones that a signed URL carries as parameters. */
  headers: HeaderMap;
  /** Opens the body. Called at most once. */
  body(): IncomingBody;
  buckets: readonly string[];
};

export type S3Response = {
  status: number;
  headers?: Record<string, string>;
  /** A document, or an object's bytes; never both. */
  xml?: string;
  stream?: Readable;
};

export type Operation = (call: S3Request) => S3Response | Promise<S3Response>;

const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Reads a request's whole document. @throws S3Error MaxMessageLengthExceeded above 8 MiB */
export async function readDocument(call: S3Request): Promise<string> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of call.body().chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_DOCUMENT_BYTES) throw new S3Error('MaxMessageLengthExceeded');
    pieces.push(chunk);
  }
  return Buffer.concat(pieces).toString();
}

/** @throws S3Error InvalidArgument unless the parameter is absent or a whole number in the range */
export function readCount(
  query: ReadonlyMap<string, string>,
  { name, fallback, min, max }: { name: string; fallback: number; min: number; max: number },
): number {
  const text = query.get(name) ?? String(fallback);
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new S3Error('InvalidArgument', {
    message: `${name} must be an integer between ${min} and ${max}, inclusive`,
    detail: { ArgumentName: name, ArgumentValue: text },
  });
}
