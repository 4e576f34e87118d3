import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

// CloudFront Developer Guide, "Serve compressed files": types, and sizes from 1,000 to 10,000,000 bytes.
const compressibleTypes =
  /^(?:text\/(?:html|css|plain|javascript|xml|csv)|application\/(?:javascript|json|xml|manifest\+json|wasm)|image\/svg\+xml)$/;
const smallestBytes = 1000;
const largestBytes = 10_000_000;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * How CloudFront would compress a response: with Brotli if the viewer accepts both.
 * @returns undefined if it is sent uncompressed
 */
export function chooseEncoding(answer: {
  acceptEncoding: string | undefined;
  contentType: string;
  sizeBytes: number;
}): Encoding | undefined {
  const { acceptEncoding = '', contentType, sizeBytes } = answer;
  const essence = contentType.split(';')[0] ?? '';
  if (sizeBytes < smallestBytes || sizeBytes > largestBytes || !compressibleTypes.test(essence))
    return undefined;
  return (['br', 'gzip'] as const).find((encoding) => accepts(acceptEncoding, encoding));
}

/** Brotli at quality 5, because responses are compressed while they are requested. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipped(body, { level: 6 });
}

function accepts(header: string, encoding: Encoding): boolean {
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim());
    if (name !== encoding) continue;
    return !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  }
  return false;
}
