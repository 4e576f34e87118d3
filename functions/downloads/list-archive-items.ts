import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import {
  type ArchiveViewer,
  archiveItemCount,
  listScopesOfArchive,
  type GalleryVersion,
  galleryVersionFor,
} from './archive.ts';
import {
  type ArchiveItem,
  chatSource,
  downloadSource,
  type MadePhotos,
  type Source,
} from './archive-entries.ts';
import type { ListPosition } from '../domain/media-cursor.ts';
import type { EventRecord, MediaRecord } from '../domain/records.ts';
import { hashContent } from '../media/content-hash.ts';
import { isNotFound } from '../storage/is-not-found.ts';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { requireEventContext } from '../table/event-context.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { copyFacts, withPlannedCopy } from './plan-item-copy.ts';
import { setFileChecksums } from '../table/processing-result.ts';
import { mapConcurrent } from '../aws/map-concurrent.ts';

const PAGE = 500;
const WALKS = 8;
const WALK_PAUSE_MS = 250;
const HASHES_AT_ONCE = 4;
/** The contents do not depend on who asks. */
const NOBODY = { kind: 'anonymous' } as const;

type ListRequest = { readonly eventId: string; readonly viewer: ArchiveViewer };

/** What a viewer sees of an event, by capture time, and which version of the event that was. */
export type VisibleItems = {
  readonly items: readonly MediaRecord[];
  readonly event: EventRecord;
  readonly version: GalleryVersion;
  /** False if the indexes had not caught up with the counts. */
  readonly isComplete: boolean;
};

/**
 * Lists all that a viewer sees. The lists are secondary indexes, which lag a little behind the table: if they
 * do not hold as many items as the event counts, and nothing has changed meanwhile, they are read again.
 * @throws AppError 404 if the event is gone
 */
export async function listVisibleItems(request: ListRequest): Promise<VisibleItems> {
  for (let walk = 1; ; walk += 1) {
    const before = await requireEventContext(request.eventId, NOBODY);
    const items = await walkThrough(request);
    const after = await requireEventContext(request.eventId, NOBODY);
    const version = galleryVersionFor(request.viewer, before.contents);
    const isQuiet = version.changes === galleryVersionFor(request.viewer, after.contents).changes;
    const isComplete = !isQuiet || items.length === archiveItemCount(request.viewer, before.counts);
    if (isComplete || walk === WALKS) return { items, event: before.event, version, isComplete };
    await new Promise((resolve) => setTimeout(resolve, WALK_PAUSE_MS));
  }
}

async function walkThrough({ eventId, viewer }: ListRequest): Promise<MediaRecord[]> {
  const list = {
    eventId,
    scopes: listScopesOfArchive(viewer),
    viewer: undefined,
    order: { sortBy: 'capturedAt', ascending: true } as const,
    limit: PAGE,
  };
  // By id: an item whose date becomes known during the walk would otherwise come twice.
  const found = new Map<string, MediaRecord>();
  let after: ListPosition | undefined;
  do {
    const page = await listMediaPage({ ...list, after });
    for (const media of page.items) found.set(media.id, media);
    after = page.next;
  } while (after);
  return [...found.values()];
}

/**
 * The items that have a file for the viewer, with its length and checksum. Rows without a checksum get one,
 * so that each is computed only once.
 * @param made for a ZIP for chats: the photos that were made for it
 * @returns undefined if time ran out before all were known: the same call continues from there
 */
export async function withFileChecksums(
  items: readonly MediaRecord[],
  {
    viewer,
    made,
    isOverdue,
  }: { viewer: ArchiveViewer; made?: MadePhotos | undefined; isOverdue: () => boolean },
): Promise<ArchiveItem[] | undefined> {
  const sourceOf = (media: MediaRecord): Source | undefined =>
    made ? chatSource(media, made) : downloadSource(media, viewer);
  const lacksFacts = (media: MediaRecord): boolean => !made && lacksCopyFacts(media, viewer);
  const isKnown = (media: MediaRecord): boolean => {
    const source = sourceOf(media);
    return !source || (source.sum !== undefined && !lacksFacts(media));
  };
  const chosen: (ArchiveItem | undefined)[] = [];
  let isUnfinished = false;
  await mapConcurrent(items.entries(), HASHES_AT_ONCE, async ([index, media]) => {
    if (isUnfinished) return;
    if (!isKnown(media) && isOverdue()) {
      isUnfinished = true;
      return;
    }
    const source = sourceOf(lacksFacts(media) ? await withCopyFacts(media) : media);
    if (!source) return;
    const sum = source.sum ?? (await sumOf(source.key));
    if (!sum) return;
    if (!source.sum) {
      const { crc32 } = sum;
      const download = { name: source.fileName, ...sum };
      await setFileChecksums(media, source.isOriginal ? { crc32 } : { download });
    }
    chosen[index] = { media, source, sum };
  });
  return isUnfinished ? undefined : chosen.filter((one) => one !== undefined);
}

const lacksCopyFacts = ({ facts, place }: MediaRecord, viewer: ArchiveViewer): boolean =>
  viewer !== 'owner' && facts !== null && place !== null && facts.copy === undefined;

/** Of a row that an earlier release wrote it is not known what its clean copy is, or whether there is one. */
async function withCopyFacts(media: MediaRecord): Promise<MediaRecord> {
  if (!media.facts) return media;
  const copy = await withPlannedCopy(media, async (planned) => planned && copyFacts(planned));
  await setFileChecksums(media, { copy: copy ?? null });
  return { ...media, facts: { ...media.facts, copy: copy ?? null } };
}

async function sumOf(key: string): Promise<ArchiveItem['sum'] | undefined> {
  try {
    const { Body } = await s3Client().send(new GetObjectCommand({ Bucket: mediaBucket(), Key: key }));
    const { bytes, crc32 } = await hashContent(Body as Readable as AsyncIterable<Uint8Array>);
    return { sizeBytes: bytes, crc32 };
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
