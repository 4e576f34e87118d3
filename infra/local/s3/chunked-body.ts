import { createHash } from 'node:crypto';
import { readBytes } from './byte-reader.ts';
import { hmac, sha256Hex } from './canonical-request.ts';
import { S3Error } from './s3-error.ts';
import { type ChunkSeed, sameSignature } from './signature.ts';

type Framing = {
  /** Where chunks are signed: what the first chunk's signature continues. */
  seed?: ChunkSeed;
  /** Whether headers follow the last chunk. */
  trailer: boolean;
  onTrailer(trailer: ReadonlyMap<string, string>): void;
};

const MIN_CHUNK_BYTES = 8192;
const NOTHING = sha256Hex('');

/**
 * Takes S3's chunk framing off a body (`aws-chunked`), verifying each chunk's signature where they are signed
 * (Amazon S3 API Reference, "Transferring Payload in Multiple Chunks", with and without trailing headers).
 * @throws S3Error SignatureDoesNotMatch, IncompleteBody, InvalidChunkSizeError, MalformedTrailerError
 */
export async function* decodeChunks(source: AsyncIterable<Buffer>, framing: Framing): AsyncGenerator<Buffer> {
  const reader = readBytes(source);
  const chain = framing.seed && startChain(framing.seed);
  let previousSize = MIN_CHUNK_BYTES;
  for (;;) {
    const { size, signature } = readChunkHeader(await reader.line());
    if (size > 0 && previousSize < MIN_CHUNK_BYTES) throw new S3Error('InvalidChunkSizeError');
    previousSize = size;
    const hash = createHash('sha256');
    for await (const piece of reader.take(size)) {
      if (chain) hash.update(piece);
      yield piece;
    }
    chain?.verify({ kind: 'PAYLOAD', digest: `${NOTHING}\n${hash.digest('hex')}`, signature });
    if (size === 0) break;
    if ((await reader.line()) !== '') throw new S3Error('IncompleteBody');
  }
  const trailer = new Map<string, string>();
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const colon = line.indexOf(':');
    if (colon < 1 || !framing.trailer) throw new S3Error('MalformedTrailerError');
    trailer.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  if (!(await reader.atEnd())) throw new S3Error('IncompleteBody');
  if (framing.trailer) chain?.verify(signedTrailer(trailer));
  framing.onTrailer(trailer);
}

function readChunkHeader(line: string): { size: number; signature: string } {
  const match = /^([0-9a-f]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
  if (!match) throw new S3Error('IncompleteBody');
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

type SignedText = { kind: 'PAYLOAD' | 'TRAILER'; digest: string; signature: string };

function signedTrailer(trailer: ReadonlyMap<string, string>): SignedText {
  const lines = [...trailer].filter(([name]) => name !== 'x-amz-trailer-signature');
  const text = lines.map(([name, value]) => `${name}:${value}\n`).join('');
  const signature = trailer.get('x-amz-trailer-signature') ?? '';
  return { kind: 'TRAILER', digest: sha256Hex(text), signature };
}

/** Each signature signs the one before it, so that no chunk can be dropped, doubled or moved. */
function startChain({ signingKey, timestamp, scope, ...seed }: ChunkSeed) {
  let previous = seed.signature;
  return {
    verify({ kind, digest, signature }: SignedText): void {
      const text = [`AWS4-HMAC-SHA256-${kind}`, timestamp, scope, previous, digest].join('\n');
      if (!sameSignature(signature, hmac(signingKey, text))) {
        throw new S3Error('SignatureDoesNotMatch', { detail: { StringToSign: text } });
      }
      previous = signature;
    },
  };
}
