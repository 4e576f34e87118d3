import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Checksum } from './checksums.ts';
import { startVerifier } from './body-verifier.ts';
import { decodeChunks } from './chunked-body.ts';
import type { HeaderMap } from './request-target.ts';
import { S3Error } from './s3-error.ts';
import type { Authorization } from './signature.ts';

/** What was received, once all of it has passed and every promise about it held. */
export type Receipt = { sizeBytes: number; md5Hex: string; checksum?: Checksum };

export type IncomingBody = {
  /** The object's bytes. They end without an error only if size, hashes and signatures proved right. */
  chunks: AsyncGenerator<Buffer>;
  /** Only after `chunks` ended. */
  receipt(): Receipt;
};

type Arrival = {
  request: IncomingMessage;
  headers: HeaderMap;
  authorization: Authorization;
  stallTimeoutMs: number;
};

const MAX_BYTES = 5 * 1024 ** 3;
type Framing = { signed: boolean; trailer: boolean };

const FRAMINGS = new Map<string, Framing>([
  ['STREAMING-UNSIGNED-PAYLOAD-TRAILER', { signed: false, trailer: true }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD', { signed: true, trailer: false }],
  ['STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER', { signed: true, trailer: true }],
]);

/**
 * Opens a request's body for reading, however it is framed.
 * @throws S3Error while it is opened, or while its chunks are read: BadDigest, XAmzContentSHA256Mismatch,
 * IncompleteBody, RequestTimeout, MissingContentLength and the like.
 */
export function openBody(arrival: Arrival): IncomingBody {
  const { headers, authorization } = arrival;
  const framing = readFraming(authorization.payload);
  const declaredBytes = readLength(headers, framing !== undefined);
  const verifier = startVerifier({ headers, payload: authorization.payload });
  const bytes = openBytes(arrival, { framing, onTrailer: verifier.onTrailer });
  let receipt: Receipt | undefined;

  async function* chunks(): AsyncGenerator<Buffer> {
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      if (sizeBytes > declaredBytes) throw new S3Error('IncompleteBody');
      verifier.update(chunk);
      yield chunk;
    }
    if (sizeBytes !== declaredBytes) throw new S3Error('IncompleteBody');
    receipt = { sizeBytes, ...verifier.finish() };
  }

  return {
    chunks: chunks(),
    receipt: () => {
      if (!receipt) throw new Error('A receipt was asked for before the body had ended.');
      return receipt;
    },
  };
}

function readFraming(payload: string): Framing | undefined {
  const framing = FRAMINGS.get(payload);
  if (framing || payload === 'UNSIGNED-PAYLOAD' || /^[0-9a-f]{64}$/.test(payload)) return framing;
  const words = ['UNSIGNED-PAYLOAD', ...FRAMINGS.keys()].join(', ');
  throw new S3Error('InvalidArgument', {
    message: `x-amz-content-sha256 must be ${words}, or a valid sha256 value.`,
  });
}

function readLength(headers: HeaderMap, framed: boolean): number {
  if (!framed && headers.has('transfer-encoding')) {
    throw new S3Error('NotImplemented', { detail: { Header: 'Transfer-Encoding' } });
  }
  const text = headers.get(framed ? 'x-amz-decoded-content-length' : 'content-length') ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('MissingContentLength');
  const length = Number(text);
  if (length <= MAX_BYTES) return length;
  throw new S3Error('EntityTooLarge', { detail: { ProposedSize: length, MaxSizeAllowed: MAX_BYTES } });
}

type Unframing = {
  framing: Framing | undefined;
  onTrailer: (trailer: ReadonlyMap<string, string>) => void;
};

function openBytes(arrival: Arrival, { framing, onTrailer }: Unframing): AsyncIterable<Buffer> {
  const wire = openWire(arrival);
  if (!framing) return wire;
  const { signed, trailer } = framing;
  const { seed } = arrival.authorization;
  return decodeChunks(wire, { ...(signed ? { seed } : {}), trailer, onTrailer });
}

/**
 * The bytes as they come from the socket, in a stream of their own: a rejected body must not destroy the request,
 * or the sender would see a broken connection in place of the reason.
 */
function openWire({ request, stallTimeoutMs }: Arrival): AsyncIterable<Buffer> {
  const wire = new PassThrough();
  request.setTimeout(stallTimeoutMs, () =>
    wire.destroy(new S3Error('RequestTimeout', { headers: { connection: 'close' } })),
  );
  // The limit is on the sender: what is done with a whole body may take longer.
  request.once('end', () => request.setTimeout(0));
  request.on('error', () => wire.destroy(new S3Error('IncompleteBody')));
  request.pipe(wire);
  return wire;
}
