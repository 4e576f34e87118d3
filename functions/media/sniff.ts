import { mediaType } from '../../shared/values/media-types.ts';
import { sniffEbml, sniffIsoBox, sniffOgg } from './sniff-containers.ts';
import { isSvg } from './sniff-svg.ts';

/** How many of a file's first bytes `sniffMediaType` looks at. */
export const SNIFF_BYTES = 65_536;

type Signature = {
  readonly mime: string;
  readonly at?: number;
  readonly bytes: string;
  readonly and?: Check;
};
type Check = (head: Uint8Array) => boolean;

const ascii = (head: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...head.subarray(from, to));

/** The sizes that a bitmap's second header is known to have, from OS/2 1.x to Windows V5. */
const DIB_HEADERS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);
const ASF_HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c';

// Two letters are no proof: text may begin with "BM" as well, so the size of a bitmap's header is checked,
// too.
const signatures: readonly Signature[] = [
  { mime: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mime: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mime: 'image/gif', bytes: 'GIF87a' },
  { mime: 'image/gif', bytes: 'GIF89a' },
  { mime: 'image/webp', bytes: 'RIFF', and: (head) => ascii(head, 8, 12) === 'WEBP' },
  { mime: 'video/x-msvideo', bytes: 'RIFF', and: (head) => ascii(head, 8, 12) === 'AVI ' },
  {
    mime: 'image/bmp',
    bytes: 'BM',
    and: (head) => head.length >= 26 && DIB_HEADERS.has(uint32LittleEndian(head, 14)),
  },
  { mime: 'video/x-ms-wmv', bytes: ASF_HEADER },
];

/**
 * What a file is by its own first bytes, whatever its name and sender say. Takes up to `SNIFF_BYTES` bytes;
 * answers a `mime` of the media type table (`image/heic` and `image/avif` included, so that they are refused
 * by name), or undefined for everything else: documents, programs, audio, archives, text, an empty file. The
 * format must begin at the first byte: leading junk is not part of a picture. What follows the format's own
 * header is not judged, because every served file is a rendition of our own making.
 * The `file-type` package was tried on the same samples: it knows no SVG, takes text that begins with "BM" or
 * "GIF" and anything after a byte order mark for pictures, and misses Ogg video after an Ogg skeleton.
 */
export function sniffMediaType(head: Uint8Array): string | undefined {
  const first = head.subarray(0, SNIFF_BYTES);
  const hit = signatures.find(
    ({ bytes, at = 0, and }) => ascii(first, at, at + bytes.length) === bytes && (and?.(first) ?? true),
  );
  if (hit !== undefined) return hit.mime;
  const container = sniffIsoBox(first) ?? sniffEbml(first) ?? sniffOgg(first);
  if (container !== undefined) return container;
  return isSvg(first) ? 'image/svg+xml' : undefined;
}

// One format family (ISO 14496-12) under four names. Phones and browsers label a .mov as MP4, a 3GP as MP4
// and the reverse; one demuxer reads them all, so no upload fails over the name it was given.
const isoFamily = new Set(['video/mp4', 'video/quicktime', 'video/3gpp', 'video/3gpp2']);

/**
 * Whether a sender's declared type agrees with what the bytes are. Aliases agree (`image/jpg` is
 * `image/jpeg`), and so do MP4, QuickTime and 3GP among themselves; a picture never passes for another kind
 * of picture. Unknown or missing types agree with nothing.
 */
export function typesAgree(declared: string, sniffed: string | undefined): boolean {
  const wanted = mediaType(declared)?.mime;
  if (wanted === undefined || sniffed === undefined) return false;
  return wanted === sniffed || (isoFamily.has(wanted) && isoFamily.has(sniffed));
}

function uint32LittleEndian(head: Uint8Array, at: number): number {
  return new DataView(head.buffer, head.byteOffset).getUint32(at, true);
}
