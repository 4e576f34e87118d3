import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { startVerifier } from './body-verifier.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';

/** What was received, after everything has been read and verified. */
export type Receipt = { sizeBytes: number; md5Hex: string };

export type IncomingBody = {
  /** The body's bytes. They end without an error only if size and hashes are right. */
  chunks: AsyncGenerator<Buffer>;
  /** Only after `chunks` ended. */
  receipt(): Receipt;
};

type Arrival = {
  request: IncomingMessage;
  headers: HeaderMap;
  /** The signed SHA-256 of the body, or `UNSIGNED-PAYLOAD`. */
  payload: string;
  stallTimeoutMs: number;
};

const MAX_BYTES = 5 * 1024 ** 3;

/**
 * Opens a request's body for reading.
 * @throws S3Error here or while its chunks are read: BadDigest, XAmzContentSHA256Mismatch, IncompleteBody,
 * RequestTimeout, MissingContentLength, EntityTooLarge, InvalidArgument, InvalidRequest, NotImplemented for
 * `aws-chunked` bodies and the like
 */
export function openBody(arrival: Arrival): IncomingBody {
  const { headers, payload } = arrival;
  checkPayload(payload);
  const declaredBytes = readLength(headers);
  const verifier = startVerifier({ headers, payload });
  const bytes = openWire(arrival);
  let receipt: Receipt | undefined;

  async function* chunks(): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      verifier.update(chunk);
      yield chunk;
    }
    if (sizeBytes !== declaredBytes) throw new S3Error('IncompleteBody');
    receipt = { sizeBytes, md5Hex: verifier.finish() };
  }

  return {
    chunks: chunks(),
    receipt: () => {
      if (!receipt) throw new Error('A receipt was asked for before the body had ended.');
      return receipt;
    },
  };
}

function checkPayload(payload: string): void {
  if (payload === 'UNSIGNED-PAYLOAD' || /^[0-9a-f]{64}$/.test(payload)) return;
  // Chunks with signatures or trailers, as the SDK sends them unless its checksums are set to WHEN_REQUIRED.
  if (payload.startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', { detail: { Header: 'x-amz-content-sha256' } });
  }
  throw new S3Error('InvalidArgument', {
    message: 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, or a valid sha256 value.',
  });
}

function readLength(headers: HeaderMap): number {
  if (headers.has('transfer-encoding')) {
    throw new S3Error('NotImplemented', { detail: { Header: 'Transfer-Encoding' } });
  }
  const text = headers.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('MissingContentLength');
  const length = Number(text);
  if (length <= MAX_BYTES) return length;
  throw new S3Error('EntityTooLarge', { detail: { ProposedSize: length, MaxSizeAllowed: MAX_BYTES } });
}

/**
 * The bytes from the socket, in a stream of their own: rejecting a body must not destroy the request, or the
 * sender would see a broken connection instead of the reason.
 */
function openWire({ request, stallTimeoutMs }: Arrival): AsyncIterable<Buffer> {
  const wire = new PassThrough();
  request.setTimeout(stallTimeoutMs, () =>
    wire.destroy(new S3Error('RequestTimeout', { headers: { connection: 'close' } })),
  );
  // The time-out is for the sender: processing the whole body may take longer.
  request.once('end', () => request.setTimeout(0));
  request.on('error', () => wire.destroy(new S3Error('IncompleteBody')));
  // Whoever reads the chunks gets the error, however much later; until then nobody listens.
  wire.on('error', () => undefined);
  request.pipe(wire);
  return wire;
}
