/**
 * Every media type the product knows, once: what the file picker offers, what the browser checks before it
 * sends, what the API accepts and what the workers decode. A type that is known but not accepted becomes
 * accepted by changing the word `accepted` in its row.
 */

export type MediaKind = 'picture' | 'video';

export type MediaType = {
  /** The canonical name, used inside the product and in stored rows. */
  readonly mime: string;
  /** Aliases that browsers and phones use. */
  readonly aliases: readonly string[];
  /** Without the dot, the usual one first. */
  readonly extensions: readonly string[];
  readonly kind: MediaKind;
  readonly accepted: boolean;
  readonly label: string;
};

type Row = Omit<MediaType, 'kind' | 'aliases'> & { readonly aliases?: readonly string[] };

const pictures: readonly Row[] = [
  {
    mime: 'image/jpeg',
    aliases: ['image/jpg'],
    extensions: ['jpg', 'jpeg'],
    accepted: true,
    label: 'JPEG picture',
  },
  { mime: 'image/png', extensions: ['png'], accepted: true, label: 'PNG picture' },
  { mime: 'image/gif', extensions: ['gif'], accepted: true, label: 'GIF picture' },
  { mime: 'image/webp', extensions: ['webp'], accepted: true, label: 'WebP picture' },
  { mime: 'image/bmp', extensions: ['bmp'], accepted: true, label: 'Bitmap picture' },
  { mime: 'image/svg+xml', extensions: ['svg'], accepted: true, label: 'SVG drawing' },
  // Refused because the picture library decodes none of these three reliably; naming none of them in the
  // file picker's `accept` is also what makes an iPhone hand over a JPEG instead.
  { mime: 'image/heic', extensions: ['heic'], accepted: false, label: 'HEIC picture' },
  { mime: 'image/heif', extensions: ['heif'], accepted: false, label: 'HEIF picture' },
  { mime: 'image/avif', extensions: ['avif'], accepted: false, label: 'AVIF picture' },
];

const videos: readonly Row[] = [
  { mime: 'video/mp4', extensions: ['mp4', 'm4v'], accepted: true, label: 'MP4 video' },
  { mime: 'video/quicktime', extensions: ['mov', 'qt'], accepted: true, label: 'QuickTime video' },
  { mime: 'video/x-msvideo', extensions: ['avi'], accepted: true, label: 'AVI video' },
  { mime: 'video/x-ms-wmv', extensions: ['wmv'], accepted: true, label: 'Windows Media video' },
  { mime: 'video/webm', extensions: ['webm'], accepted: true, label: 'WebM video' },
  { mime: 'video/ogg', extensions: ['ogv', 'ogg'], accepted: true, label: 'Ogg video' },
  { mime: 'video/3gpp', extensions: ['3gp'], accepted: true, label: '3GP video' },
  { mime: 'video/3gpp2', extensions: ['3g2'], accepted: true, label: '3G2 video' },
];

const rows = (list: readonly Row[], kind: MediaKind): readonly MediaType[] =>
  list.map((row) => ({ aliases: [], ...row, kind }));

export const MEDIA_TYPES: readonly MediaType[] = [...rows(pictures, 'picture'), ...rows(videos, 'video')];

const byName = new Map(
  MEDIA_TYPES.flatMap((type) => [type.mime, ...type.aliases].map((name) => [name, type])),
);
const byExtension = new Map(MEDIA_TYPES.flatMap((type) => type.extensions.map((name) => [name, type])));

/**
 * The row of a type by any of its names, accepted or not. Case and parameters (`video/webm;codecs=vp9`) do
 * not matter; undefined for what the product does not know.
 */
export function mediaType(mime: string): MediaType | undefined {
  return byName.get((mime.split(';', 1)[0] ?? '').trim().toLowerCase());
}

/** Whether files of this type may be uploaded. */
export function isAcceptedType(mime: string): boolean {
  return mediaType(mime)?.accepted === true;
}

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream']);

/**
 * The row for a file picked in a browser. Its declared type decides; where the operating system knows none
 * (an empty `type`, as Windows gives for .3gp, or just "bytes", as Android's file managers do) the extension does.
 */
export function mediaTypeOfFile(file: { name: string; type: string }): MediaType | undefined {
  if (!UNKNOWN_TYPES.has(file.type)) return mediaType(file.type);
  const dot = file.name.lastIndexOf('.');
  return dot < 0 ? undefined : byExtension.get(file.name.slice(dot + 1).toLowerCase());
}

/**
 * The `accept` attribute of the file picker: the accepted types by name, never `image/*` and never HEIC, so
 * that an iPhone converts to JPEG and to a video that plays everywhere. The extensions of videos follow for
 * systems that know no type for them.
 */
export const acceptAttribute: string = [
  ...MEDIA_TYPES.filter((type) => type.accepted).flatMap((type) => [type.mime, ...type.aliases]),
  ...MEDIA_TYPES.filter((type) => type.accepted && type.kind === 'video').flatMap((type) =>
    type.extensions.map((extension) => `.${extension}`),
  ),
].join(',');
