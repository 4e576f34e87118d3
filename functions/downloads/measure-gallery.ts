import type { EventRecord, MediaRecord } from '../domain/records.ts';
import type { PhotoSize } from '../../shared/values/photo-sizes.ts';
import type { ListPosition } from '../domain/media-cursor.ts';
import type { EventContext } from '../table/event-context.ts';
import { listMediaPage } from '../table/media-lists.ts';
import { createSharedReads } from '../table/shared-reads.ts';
import {
  type ArchiveViewer,
  archiveItemCount,
  archiveKind,
  archiveViewerOf,
  isOutdated,
  galleryVersionFor,
  listScopesOfArchive,
} from './archive.ts';
import { namingFor } from './read-naming.ts';
import { getLastArchive } from './archive-store.ts';
import { type GallerySizes, type Measure, measureItems } from './measure-items.ts';
import { setAsideUploaders } from './set-aside-uploaders.ts';

/** Of a larger gallery the first are looked at, and stand for all. */
export const MOST_MEASURED = 5000;
const PAGE = 500;

/**
 * What ZIPs of the gallery would be if they were begun now, for the caller's kind of viewer. As long as the gallery is as it
 * was when one was planned, that plan says it; otherwise the items do, which are looked through once for all who ask in the same seconds.
 */
export async function measureGallery(context: EventContext, now: Date): Promise<GallerySizes> {
  const viewer = archiveViewerOf(context.access);
  const [full, chat] = await Promise.all([
    sizesPlanned(context, viewer, 'full'),
    sizesPlanned(context, viewer, 'chat'),
  ]);
  const planned = full ?? chat;
  if (planned) return { full: planned.full, chat: (chat ?? planned).chat };
  const { id, name } = context.event;
  const { removals: version, changes } = galleryVersionFor(viewer, context.contents);
  const { itemCount, sizes } = await sharedLooks(
    { key: [viewer, id, name].join(' '), version, changes, now },
    () => lookThrough(context.event, viewer, now),
  );
  const count = archiveItemCount(viewer, context.counts);
  if (itemCount === count) return sizes;
  // The list may be a moment behind the counts.
  const estimate = count > MOST_MEASURED && itemCount > 0 ? scaled(count / itemCount) : asEstimate;
  return { full: estimate(sizes.full), chat: estimate(sizes.chat) };
}

/** What the first items of a gallery come to. */
type Look = { readonly itemCount: number; readonly sizes: GallerySizes };

/** Each is a few numbers. */
const sharedLooks = /* @__PURE__ */ createSharedReads<Look>(200);

async function lookThrough(event: EventRecord, viewer: ArchiveViewer, now: Date): Promise<Look> {
  const items = await firstItems(event.id, viewer);
  const aside = await setAsideUploaders(items, now, { consistent: false });
  const listed = items.filter(({ uploader }) => !aside.has(uploader));
  return { itemCount: items.length, sizes: measureItems(listed, await namingFor({ viewer, event }, listed)) };
}

const asEstimate = (measure: Measure): Measure => ({ ...measure, isExact: false });

const scaled =
  (factor: number) =>
  ({ fileCount, bytes }: Measure): Measure => ({
    photoCount: null,
    videoCount: null,
    fileCount: Math.round(fileCount * factor),
    bytes: Math.round(bytes * factor),
    isExact: false,
  });

async function sizesPlanned(
  { event, contents }: EventContext,
  viewer: ArchiveViewer,
  photoSize: PhotoSize,
): Promise<GallerySizes | undefined> {
  const archive = (await getLastArchive(event.id, archiveKind(viewer, photoSize)))?.archive;
  if (!archive?.plan || isOutdated(archive, contents) || archive.plan.isProvisional) return undefined;
  const isCurrent = archive.version.changes === galleryVersionFor(viewer, contents).changes;
  return isCurrent ? archive.plan.sizes : undefined;
}

async function firstItems(eventId: string, viewer: ArchiveViewer): Promise<MediaRecord[]> {
  const items: MediaRecord[] = [];
  let after: ListPosition | undefined;
  do {
    const page = await listMediaPage({
      eventId,
      scopes: listScopesOfArchive(viewer),
      viewer: undefined,
      order: { sortBy: 'capturedAt', ascending: true },
      limit: PAGE,
      after,
    });
    items.push(...page.items);
    after = page.next;
  } while (after && items.length < MOST_MEASURED);
  return items;
}
