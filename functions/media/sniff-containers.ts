const text = (head: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...head.subarray(from, to));

const brandTypes: readonly (readonly [RegExp, string])[] = [
  [/^(heic|heix|heim|heis|hevc|hevx)$/, 'image/heic'],
  [/^(avif|avis)$/, 'image/avif'],
  [/^qt {2}$/, 'video/quicktime'],
  [/^3g2/, 'video/3gpp2'],
  [/^3g|^kddi$/, 'video/3gpp'],
  [/^(iso\w|mp4\w|avc1|M4V.|MSNV|XAVC|dash|dby1|cmf\w|f4v |mmp4|NDS[CHMPSX]|cvid|piff)$/i, 'video/mp4'],
];

/** Boxes that open QuickTime files older than the `ftyp` box. */
const oldQuickTime = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);

/**
 * The ISO base media family by its brands (ISO 14496-12, 4.3): the major brand decides; if it is one of the
 * general still-image brands, or unknown, the compatible ones do, in their order.
 */
export function sniffIsoBox(head: Uint8Array): string | undefined {
  if (head.length < 12) return undefined;
  const size = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const kind = text(head, 4, 8);
  if (kind !== 'ftyp')
    return oldQuickTime.has(kind) && isOldQuickTime(head, size) ? 'video/quicktime' : undefined;
  const major = text(head, 8, 12);
  if (major.startsWith('M4A') || major.startsWith('M4B') || major.startsWith('M4P')) return undefined;
  const end = Math.min(head.length, size, 16 + 4 * 64);
  const brands = [major];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(head, at, at + 4));
  const found = brands.map((brand) => brandTypes.find(([pattern]) => pattern.test(brand))?.[1]);
  if (/^(mif1|msf1|mif2|miaf)$/.test(major)) {
    return found.find((mime) => mime === 'image/heic' || mime === 'image/avif') ?? 'image/heif';
  }
  if (/^(crx |jp2 |jpx |jpm |mjp2)$/.test(major)) return undefined;
  return found.find((mime) => mime !== undefined);
}

/**
 * A first box of a plausible size that reaches to the end of the head, or is followed by another box. In text
 * whose fifth letter begins such a word, the first four read as a size of half a gigabyte or more.
 */
function isOldQuickTime(head: Uint8Array, size: number): boolean {
  if (size === 0 || size === 1) return text(head, 4, 8) === 'mdat';
  if (size < 8 || size >= 0x2000_0000) return false;
  return size + 8 > head.length || /^[a-z]{4}$/.test(text(head, size + 4, size + 8));
}

/** EBML by its DocType (RFC 8794): `webm` is accepted, `matroska` and others are not. */
export function sniffEbml(head: Uint8Array): string | undefined {
  if (text(head, 0, 4) !== '\x1a\x45\xdf\xa3') return undefined;
  const header = text(head, 4, 4096);
  const at = header.indexOf('\x42\x82');
  if (at < 0) return undefined;
  const length = header.charCodeAt(at + 2) & 0x7f;
  const docType = header.slice(at + 3, at + 3 + length).replace(/\0+$/, '');
  return docType === 'webm' ? 'video/webm' : undefined;
}

const oggVideo = ['\x80theora', 'BBCD\0', '\x01video\0', 'OVP80'];

/**
 * Ogg with a video stream (RFC 3533): every stream's first page is marked and these pages come first, so
 * walking them tells video from music even if a skeleton or the sound leads.
 */
export function sniffOgg(head: Uint8Array): string | undefined {
  let at = 0;
  while (at + 27 <= head.length && text(head, at, at + 4) === 'OggS') {
    const isFirstOfStream = ((head[at + 5] ?? 0) & 0x02) !== 0;
    if (!isFirstOfStream) return undefined;
    const segments = head[at + 26] ?? 0;
    const body = at + 27 + segments;
    if (oggVideo.some((mark) => text(head, body, body + mark.length) === mark)) return 'video/ogg';
    at = body + head.subarray(at + 27, body).reduce((sum, lace) => sum + lace, 0);
  }
  return undefined;
}
