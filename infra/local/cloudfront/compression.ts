import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

// CloudFront guide, "Serve compressed files": types, and sizes from 1,000 to 10,000,000 bytes.
const compressibleTypes =
  /^(?:text\/(?:html|css|plain|javascript|xml|csv)|application\/(?:javascript|json|xml|manifest\+json|wasm)|image\/svg\+xml)$/;
const smallestBytes = 1000;
const largestBytes = 10_000_000;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * How CloudFront would compress an answer: Brotli where the viewer takes both.
 * @returns undefined where it goes out as it is.
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

/** Compressed bytes; at Brotli's quality 5, as answers are compressed while they are asked for. */
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
