import type { EventAccess } from '../domain/access.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { ARCHIVE_OFFERED_SECONDS } from '../domain/file-lifetimes.ts';
import type { ContentVersions, MediaCounts } from '../domain/records.ts';
import type { ListScope } from '../domain/visibility.ts';
import type { PhotoSize } from '../../shared/values/photo-sizes.ts';
import type { GallerySizes } from './measure-items.ts';
import { planParts } from './archive-parts.ts';

/**
 * For whom a ZIP is made. `everyone`: all approved items, the same file for all who may see the gallery, whatever
 * of their own waits for approval. The owner's ZIP holds originals, and pending items as well.
 */
export type ArchiveViewer = 'owner' | 'everyone';

/**
 * Of a ZIP that an earlier release made for one person with pending items: it is kept until it expires, and
 * nobody gets it any more. It can go, with `deletePersonalArchives`, two days after no release that makes such ZIPs runs.
 */
export type FormerViewer = 'person';

/** Viewers and size of photos by which ZIPs are told apart: each has a last one of its own. */
export type ArchiveKind = ArchiveViewer | `${ArchiveViewer}-chat`;

export const archiveKind = (viewer: ArchiveViewer, photoSize: PhotoSize): ArchiveKind =>
  photoSize === 'full' ? viewer : `${viewer}-chat`;

/** The version of what one kind of viewer sees. A removal also counts as a change. */
export type GalleryVersion = { readonly changes: number; readonly removals: number };

/** Pending items are not in the ZIP for everyone. */
export function galleryVersionFor(
  viewer: ArchiveViewer | FormerViewer,
  contents: ContentVersions,
): GalleryVersion {
  const { openChanges, openRemovals, heldChanges, heldRemovals } = contents;
  if (viewer === 'everyone') return { changes: openChanges, removals: openRemovals };
  return { changes: openChanges + heldChanges, removals: openRemovals + heldRemovals };
}

/** The photos that a ZIP for chats has made before it is planned, as a list in batches. */
export type Making = {
  readonly listId: string;
  readonly batchCount: number;
  readonly photoCount: number;
  /** Of how many none was kept from before: the budget is charged for these; absent on old rows. */
  readonly madeCount?: number | undefined;
};

/** One ZIP of a gallery: what it was made from, and how far it has got. */
export type Archive = {
  readonly id: string;
  readonly eventId: string;
  readonly viewer: ArchiveViewer | FormerViewer;
  readonly photoSize: PhotoSize;
  /** `planning` until what goes into it is known; `outdated` once something in it may no longer be shown. */
  readonly state: 'planning' | 'writing' | 'ready' | 'outdated' | 'failed';
  /** The version that it was made from. */
  readonly version: GalleryVersion;
  readonly createdAt: string;
  /** When it last made progress. */
  readonly progressAt: string;
  /** When its stalled work was last restarted; absent if it never was. */
  readonly restartedAt?: string | undefined;
  readonly expiresAtSeconds: number;
  /** How many ZIPs in a row, itself included, each replace one that was outdated. */
  readonly replaces: number;
  /** Whether it failed because it was more than the day's budget takes. */
  readonly isOverBudget: boolean;
  readonly making?: Making | undefined;
  /** The batches that have been made. */
  readonly made: ReadonlySet<number>;
  /** The multipart upload that writes it, and what is known once it is planned. */
  readonly plan:
    | {
        /** Which plan: of several runs that plan at once, one wins. */
        readonly planId: string;
        readonly uploadId: string;
        /** When its contents were listed; absent on old rows. */
        readonly listedAt?: string | undefined;
        readonly fileCount: number;
        readonly totalBytes: number;
        /** Items without a file for this viewer: unfinished ones, and those that cannot be shown. */
        readonly leftOut: number;
        /** Items of people whose items are set aside; absent on old rows. */
        readonly setAside?: number | undefined;
        /** What downloads of this gallery are, in either size; absent on old rows. */
        readonly sizes?: GallerySizes | undefined;
        /** Whether a later ZIP of the same contents would hold more: some items were still processing. */
        readonly isProvisional: boolean;
      }
    | undefined;
  /** The stretches that have been written. */
  readonly done: ReadonlySet<number>;
};

/** After this long without progress the work is restarted: a worker died, or its messages were lost. */
const STALLED_MS = 30_000;
/** After this long, restarts included, another ZIP is begun instead. */
export const GIVEN_UP_MS = 30 * 60_000;

export const archiveViewerOf = (access: EventAccess): ArchiveViewer =>
  access.role === 'owner' ? 'owner' : 'everyone';

/** Whether a ZIP is for this caller. Whether they may see the gallery at all is checked earlier. */
export const isForViewer = (archive: Archive, access: EventAccess): boolean =>
  archive.viewer === 'everyone' || archive.viewer === archiveViewerOf(access);

/** A ZIP that this release begins. */
export type NewArchive = Archive & { readonly viewer: ArchiveViewer };

export function newArchive(
  input: Pick<NewArchive, 'id' | 'eventId' | 'viewer' | 'version'> &
    Partial<Pick<Archive, 'replaces' | 'photoSize'>>,
  now: Date,
): NewArchive {
  return {
    photoSize: 'full',
    replaces: 0,
    isOverBudget: false,
    ...input,
    state: 'planning',
    createdAt: now.toISOString(),
    progressAt: now.toISOString(),
    expiresAtSeconds: expirySeconds(now, ARCHIVE_OFFERED_SECONDS),
    plan: undefined,
    made: new Set(),
    done: new Set(),
  };
}

export const isExpired = (archive: Archive, now: Date): boolean =>
  archive.expiresAtSeconds * 1000 <= now.getTime();

/**
 * Whether something in it was removed from the gallery since it was planned: if so, nobody gets it any more.
 * What goes into one that is still being planned is not decided yet.
 */
export const isOutdated = ({ state, version, viewer }: Archive, contents: ContentVersions): boolean =>
  state === 'outdated' ||
  (state !== 'planning' && version.removals !== galleryVersionFor(viewer, contents).removals);

const ageMs = (instant: string, now: Date): number => now.getTime() - Date.parse(instant);

const isUnderWay = ({ state }: Archive): boolean => state === 'planning' || state === 'writing';

export const isStalled = (archive: Archive, now: Date): boolean =>
  isUnderWay(archive) &&
  ageMs(archive.progressAt, now) > STALLED_MS &&
  ageMs(archive.restartedAt ?? archive.progressAt, now) > STALLED_MS;

/** Whether its work has come to nothing, although nothing recorded that it failed. */
export const isGivenUp = (archive: Archive, now: Date): boolean =>
  isUnderWay(archive) && ageMs(archive.progressAt, now) > GIVEN_UP_MS;

/** Whether somebody who asks now is given this one, as soon as it is ready. */
export const mayBeGiven = (archive: Archive, contents: ContentVersions, now: Date): boolean =>
  archive.state !== 'failed' &&
  !isOutdated(archive, contents) &&
  !isExpired(archive, now) &&
  !isGivenUp(archive, now);

/** Whether a newer one would hold more: items were added since, or some of its own were still processing. */
export const isBehind = (archive: Archive, contents: ContentVersions): boolean =>
  archive.state === 'ready' &&
  (archive.plan?.isProvisional === true ||
    archive.version.changes !== galleryVersionFor(archive.viewer, contents).changes);

/** Whether every part is written. */
export function isWritten({ plan, done }: Archive): boolean {
  return plan !== undefined && done.size === planParts(plan.totalBytes).stretchCount;
}

/** Whether its photos are made, or need not be. */
export const arePhotosMade = ({ photoSize, making, made }: Archive): boolean =>
  photoSize === 'full' || (making !== undefined && made.size === making.batchCount);

/** Which items go into a ZIP: those that the gallery's lists show to its viewer. */
export function listScopesOfArchive(viewer: ArchiveViewer): ListScope[] {
  const approved: ListScope = { status: 'approved', ownOnly: false };
  return viewer === 'owner' ? [approved, { status: 'pending', ownOnly: false }] : [approved];
}

/** How many items these are, by the event's counts. */
export const archiveItemCount = (viewer: ArchiveViewer | FormerViewer, counts: MediaCounts): number =>
  counts.approved + (viewer === 'owner' ? counts.pending : 0);
