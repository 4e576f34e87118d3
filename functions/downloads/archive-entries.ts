import { wallTimeOf } from '../domain/wall-time.ts';
import { fileInstead } from './download-file.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import { areaForStatus, chatCopyKey, originalKey, renditionFolder } from '../storage/object-keys.ts';
import type { EventRecord, FileChecksum, MediaRecord } from '../domain/records.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { ArchiveViewer } from './archive.ts';
import { downloadName, extensionOf, uniqueNames } from './download-file-names.ts';
import type { NumberOf } from './undated-items.ts';
import type { ZipEntry } from './zip-records.ts';

/** One file of a ZIP, and the object that its bytes come from. */
export type ArchiveEntry = ZipEntry & {
  readonly key: string;
  /** Where it stands how the file is put together from the object; without it the object is the file. */
  readonly planKey?: string | undefined;
};

/** The object that a viewer downloads for an item. */
export type Source = {
  readonly key: string;
  readonly planKey?: string;
  readonly fileName: string;
  readonly isOriginal: boolean;
  readonly isPreview?: boolean;
  /** Undefined if the row has no checksum yet. */
  readonly sum: Pick<FileChecksum, 'sizeBytes' | 'crc32'> | undefined;
};

/**
 * What a viewer downloads for an item: the owner gets the original, others the clean copy, or what stands in for it if there is
 * none, from where it is or is being moved to. Undefined if there is neither.
 */
export function downloadSource(media: MediaRecord, viewer: ArchiveViewer): Source | undefined {
  if (viewer === 'owner') {
    const { fileSizeBytes: sizeBytes, crc32 } = media;
    const sum = crc32 === null ? undefined : { sizeBytes, crc32 };
    return { key: originalKey(media), fileName: media.originalName, isOriginal: true, sum };
  }
  if (!media.facts || !media.place) return undefined;
  const { copy } = media.facts;
  const folder = renditionFolder(
    { ...media, placeVersion: media.statusVersion },
    areaForStatus(media.status),
  );
  if (copy && !copy.standIn) {
    const fileName = `copy.${copy.extension}`;
    return { key: originalKey(media), planKey: folder + copy.name, fileName, isOriginal: false, sum: copy };
  }
  const file = fileInstead(media.facts);
  if (!file) return undefined;
  const { name, isPreview, sum } = file;
  return { key: folder + name, fileName: name, isOriginal: false, isPreview, sum };
}

/** The photos of a ZIP for chats. */
export type MadePhotos = {
  /** Those that were made, by key. */
  readonly sums: ReadonlyMap<string, Pick<FileChecksum, 'sizeBytes' | 'crc32'>>;
  /** The items of which none could be made. */
  readonly unmade: ReadonlySet<string>;
};

/**
 * What anybody downloads for an item for chats: a photo that was made for it, the playable rendition of a video or, where none
 * could be made, its clean copy. Undefined if there is none of these, or the photo came too late to be made.
 */
export function chatSource(media: MediaRecord, made: MadePhotos): Source | undefined {
  const { facts } = media;
  if (!facts || !media.place) return undefined;
  if (isVideo(media))
    return facts.play === null ? downloadSource(media, 'everyone') : playable(media, facts.play);
  const key = chatCopyKey(media);
  const sum = made.sums.get(key);
  if (!sum) return made.unmade.has(media.id) ? downloadSource(media, 'everyone') : undefined;
  const isPreview = facts.copy?.standIn === 'preview';
  return { key, fileName: 'chat.jpg', isOriginal: false, isPreview, sum };
}

function playable(media: MediaRecord, name: string): Source {
  const folder = renditionFolder(
    { ...media, placeVersion: media.statusVersion },
    areaForStatus(media.status),
  );
  const download = media.facts?.download;
  const sum = download?.name === name ? download : undefined;
  return { key: folder + name, fileName: name, isOriginal: false, sum };
}

export const isVideo = ({ mimeType }: MediaRecord): boolean => mediaType(mimeType)?.kind === 'video';

/** An item that goes into a ZIP, with everything that its entry needs. */
export type ArchiveItem = {
  readonly media: MediaRecord;
  readonly source: Source;
  readonly sum: Pick<FileChecksum, 'sizeBytes' | 'crc32'>;
};

/** By what a ZIP's files are named. `nameOf` gives the uploader's name, for the owner's, and `numberOf` the number of undated items, for others'. */
export type Naming = {
  readonly viewer: ArchiveViewer;
  readonly event: Pick<EventRecord, 'name' | 'createdAt'>;
  readonly nameOf: (person: PersonKey) => string | undefined;
  readonly numberOf: NumberOf;
};

/** A ZIP's entries, in the order of the items. */
export function archiveEntries(
  chosen: readonly ArchiveItem[],
  { viewer, event, nameOf, numberOf }: Naming,
): ArchiveEntry[] {
  const offset = usualOffset(chosen.map(({ media }) => media));
  const unique = uniqueNames();
  return chosen.map(({ media, source, sum }) => {
    const { key, planKey, isPreview } = source;
    const extension = source.isOriginal ? undefined : extensionOf(source.fileName);
    const file =
      viewer === 'owner' || extension === undefined
        ? { uploader: nameOf(media.uploader) ?? '', extension }
        : { extension, event, number: numberOf(media), isPreview };
    const name = unique(downloadName(media, file, offset));
    return { name, key, planKey, sizeBytes: sum.sizeBytes, crc32: sum.crc32, ...timesOf(media, offset) };
  });
}

/**
 * The camera's wall time, and the instant if it is known. If a file has only the instant, as most phones'
 * videos do, it is shown in the offset that most other items have. Undated items get their upload time.
 */
function timesOf(media: MediaRecord, usualOffsetMinutes: number): Pick<ZipEntry, 'wallTime' | 'unixSeconds'> {
  const seconds = Math.floor(Date.parse(media.capturedAt ?? media.uploadedAt) / 1000);
  return {
    wallTime: wallTimeOf(media, usualOffsetMinutes),
    unixSeconds: media.capturedAtZone === 'local' ? null : seconds,
  };
}

function usualOffset(items: readonly MediaRecord[]): number {
  const counts = new Map<number, number>();
  for (const { capturedOffsetMinutes: offset } of items) {
    if (offset !== undefined) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
