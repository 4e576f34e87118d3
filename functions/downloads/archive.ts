import type { ArchiveView } from '../../shared/contract/downloads.ts';
import type { EventAccess } from '../domain/access.ts';
import { type Caller, keyOfCaller, type PersonKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { ARCHIVE_OFFERED_SECONDS } from '../domain/file-lifetimes.ts';
import type { ContentVersions, Membership, MediaCounts } from '../domain/records.ts';
import type { ListScope } from '../domain/visibility.ts';
import { bytesDone, planParts } from './archive-parts.ts';

/**
 * For whom a ZIP is made. `everyone`: all approved items, the same file for all who may see the gallery. A
 * person with pending items sees these as well and gets a ZIP of their own. The owner's ZIP holds originals.
 */
export type ArchiveViewer = 'owner' | 'everyone' | PersonKey;

/** The version of what one kind of viewer sees. A removal also counts as a change. */
export type GalleryVersion = { readonly changes: number; readonly removals: number };

/** Pending items are not in the ZIP for everyone. */
export function galleryVersionFor(viewer: ArchiveViewer, contents: ContentVersions): GalleryVersion {
  const { openChanges, openRemovals, heldChanges, heldRemovals } = contents;
  if (viewer === 'everyone') return { changes: openChanges, removals: openRemovals };
  return { changes: openChanges + heldChanges, removals: openRemovals + heldRemovals };
}

/** One ZIP of a gallery: what it was made from, and how far it has got. */
export type Archive = {
  readonly id: string;
  readonly eventId: string;
  readonly viewer: ArchiveViewer;
  /** `planning` until what goes into it is known; `outdated` once something in it may no longer be shown. */
  readonly state: 'planning' | 'writing' | 'ready' | 'outdated' | 'failed';
  /** The version that it was made from. */
  readonly version: GalleryVersion;
  readonly createdAt: string;
  /** When it last made progress. */
  readonly progressAt: string;
  readonly expiresAtSeconds: number;
  /** The multipart upload that writes it, and what is known once it is planned. */
  readonly plan:
    | {
        /** Which plan: of several runs that plan at once, one wins. */
        readonly planId: string;
        readonly uploadId: string;
        readonly fileCount: number;
        readonly totalBytes: number;
        /** Items without a file for this viewer: unfinished ones, and those that cannot be shown. */
        readonly leftOut: number;
        /** Whether a later ZIP of the same contents would hold more: some items were still processing. */
        readonly isProvisional: boolean;
      }
    | undefined;
  /** The stretches that have been written. */
  readonly done: ReadonlySet<number>;
};

/** After this long without progress the work is restarted: a worker died, or its messages were lost. */
const STALLED_MS = 30_000;
/** How long a ZIP is handed out although some of its items were still processing. */
const PROVISIONAL_MS = 60_000;

export function archiveViewerOf(
  caller: Caller,
  access: EventAccess,
  membership: Membership | undefined,
): ArchiveViewer {
  if (access.role === 'owner') return 'owner';
  const person = keyOfCaller(caller);
  return person && membership && membership.pendingCount > 0 ? person : 'everyone';
}

/** Whether a ZIP is for this caller. Whether they may see the gallery at all is checked earlier. */
export function isForViewer(archive: Archive, caller: Caller, access: EventAccess): boolean {
  if (archive.viewer === 'everyone') return true;
  if (archive.viewer === 'owner') return access.role === 'owner';
  return archive.viewer === keyOfCaller(caller);
}

export function newArchive(
  input: Pick<Archive, 'id' | 'eventId' | 'viewer' | 'version'>,
  now: Date,
): Archive {
  return {
    ...input,
    state: 'planning',
    createdAt: now.toISOString(),
    progressAt: now.toISOString(),
    expiresAtSeconds: expirySeconds(now, ARCHIVE_OFFERED_SECONDS),
    plan: undefined,
    done: new Set(),
  };
}

export const isExpired = (archive: Archive, now: Date): boolean =>
  archive.expiresAtSeconds * 1000 <= now.getTime();

/**
 * Whether something in it was removed from the gallery since it was planned: if so, nobody gets it any more.
 */
export const isOutdated = (archive: Archive, contents: ContentVersions): boolean =>
  archive.state === 'outdated' ||
  archive.version.removals !== galleryVersionFor(archive.viewer, contents).removals;

const ageMs = (instant: string, now: Date): number => now.getTime() - Date.parse(instant);

/** Whether a viewer who asks now gets this one: it holds all that they see, and nothing else. */
export function isCurrent(archive: Archive, contents: ContentVersions, now: Date): boolean {
  if (archive.state === 'failed' || isOutdated(archive, contents) || isExpired(archive, now)) return false;
  const isSame = archive.version.changes === galleryVersionFor(archive.viewer, contents).changes;
  const isLate = archive.plan?.isProvisional === true && ageMs(archive.createdAt, now) > PROVISIONAL_MS;
  return isSame && !(archive.state === 'ready' && isLate);
}

const isUnderWay = ({ state }: Archive): boolean => state === 'planning' || state === 'writing';

export const isStalled = (archive: Archive, now: Date): boolean =>
  isUnderWay(archive) && ageMs(archive.progressAt, now) > STALLED_MS;

/** Whether every part is written. */
export function isWritten({ plan, done }: Archive): boolean {
  return plan !== undefined && done.size === planParts(plan.totalBytes).stretchCount;
}

/** An archive as the API returns it. @param url null unless it is ready */
export function archiveViewOf(archive: Archive, contents: ContentVersions, url: string | null): ArchiveView {
  const { plan, done, state } = archive;
  const shownState = isUnderWay(archive) ? 'preparing' : (state as 'ready' | 'failed' | 'outdated');
  return {
    id: archive.id,
    state: isOutdated(archive, contents) ? 'outdated' : shownState,
    fileCount: plan?.fileCount ?? null,
    totalBytes: plan?.totalBytes ?? null,
    doneBytes: plan ? bytesDone(planParts(plan.totalBytes), done) : 0,
    leftOut: plan?.leftOut ?? 0,
    url,
    expiresAt: new Date(archive.expiresAtSeconds * 1000).toISOString(),
  };
}

/** Which items go into a ZIP: those that the gallery's lists show to its viewer. */
export function listScopesOfArchive(viewer: ArchiveViewer): ListScope[] {
  const approved: ListScope = { status: 'approved', ownOnly: false };
  if (viewer === 'everyone') return [approved];
  return [approved, { status: 'pending', ownOnly: viewer !== 'owner' }];
}

/** How many items these are, by the event's counts. */
export function archiveItemCount(
  viewer: ArchiveViewer,
  counts: MediaCounts,
  membership: Membership | undefined,
): number {
  if (viewer === 'everyone') return counts.approved;
  return counts.approved + (viewer === 'owner' ? counts.pending : (membership?.pendingCount ?? 0));
}
