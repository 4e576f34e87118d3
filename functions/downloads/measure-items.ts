import { CHAT_SIDE, type PhotoSize } from '../../shared/values/photo-sizes.ts';
import type { MediaRecord } from '../domain/records.ts';
import type { ArchiveViewer } from './archive.ts';
import { type ArchiveItem, archiveEntries, downloadSource, isVideo, type Naming } from './archive-entries.ts';
import { layOutZip } from './zip-layout.ts';

/** What a download is: how many files, and how large the ZIP. Photos and videos are not told apart where too many are in it. */
export type Measure = {
  readonly photoCount: number | null;
  readonly videoCount: number | null;
  readonly fileCount: number;
  readonly bytes: number;
  /** Otherwise it is an estimate. */
  readonly isExact: boolean;
};

export type GallerySizes = Readonly<Record<PhotoSize, Measure>>;

/** What a ZIP of these items is, if it is to be `bytes` long. */
export function measureOf(items: readonly MediaRecord[], bytes: number, isExact: boolean): Measure {
  const videoCount = items.filter(isVideo).length;
  return { photoCount: items.length - videoCount, videoCount, fileCount: items.length, bytes, isExact };
}

/** What ZIPs of these items are in either size, by what is known of them: at full size that is nearly always all. */
export function measureItems(items: readonly MediaRecord[], naming: Naming): GallerySizes {
  const { viewer } = naming;
  const sources = items.flatMap((media) => fullItem(media, viewer) ?? []);
  const { totalBytes } = layOutZip(
    archiveEntries(
      sources.map(({ item }) => item),
      naming,
    ),
  );
  const inChat = items.flatMap((media) => {
    const bytes = chatBytes(media);
    return bytes === undefined ? [] : [{ media, bytes }];
  });
  return {
    full: measureOf(
      sources.map(({ item }) => item.media),
      totalBytes,
      sources.every(({ isKnown }) => isKnown),
    ),
    chat: measureOf(
      inChat.map(({ media }) => media),
      inChat.reduce((sum, { bytes }) => sum + bytes, 0),
      false,
    ),
  };
}

function fullItem(
  media: MediaRecord,
  viewer: ArchiveViewer,
): { item: ArchiveItem; isKnown: boolean } | undefined {
  const source = downloadSource(media, viewer);
  if (!source) return undefined;
  // Of a row that an earlier release wrote it is not known what its clean copy is: about the original.
  const isKnown = source.isOriginal || (source.sum !== undefined && media.facts?.copy !== undefined);
  const sizeBytes = isKnown && source.sum ? source.sum.sizeBytes : media.fileSizeBytes;
  return { item: { media, source, sum: { sizeBytes, crc32: 0 } }, isKnown };
}

/** How a JPEG's length follows from the length and the side of what it is made of: by measured photos. */
const SHRINKING = 1.35;
/** Of a detailed photo. */
const MOST_BYTES_PER_PIXEL = 0.3;

/** About how long an item's file for chats is; undefined if it has none. */
function chatBytes(media: MediaRecord): number | undefined {
  const { facts, fileSizeBytes } = media;
  if (!facts || !media.place) return undefined;
  if (isVideo(media)) {
    const { play, download } = facts;
    return (play !== null && download?.name === play && download.sizeBytes) || fileSizeBytes;
  }
  const scale = Math.min(1, CHAT_SIDE / Math.max(facts.width, facts.height));
  const pixels = facts.width * facts.height * scale ** 2;
  return Math.round(Math.min(fileSizeBytes * scale ** SHRINKING, pixels * MOST_BYTES_PER_PIXEL));
}
