import type { PhotoSize } from '../../shared/values/photo-sizes.ts';
import { assertMay } from '../domain/access.ts';
import {
  type Archive,
  archiveItemCount,
  archiveKind,
  archiveViewerOf,
  galleryVersionFor,
  isBehind,
  isStalled,
  mayBeGiven,
  newArchive,
} from './archive.ts';
import { refusal } from './archive-wait-refusal.ts';
import { type Asked, replacesAfter, waitAfter } from './archive-pauses.ts';
import { notFound } from '../domain/app-error.ts';
import type { Caller } from '../domain/caller.ts';
import { newId } from '../domain/ids.ts';
import { getBudgetUse } from './archive-budget-store.ts';
import { claimRestart } from './archive-progress.ts';
import { createArchive, getArchive, getLastArchive, type LastArchive } from './archive-store.ts';
import { queueArchiveJob } from './queue-archive-job.ts';
import { type EventContext, requireEventContext } from '../table/event-context.ts';

const TRIES = 5;

/** An archive, and its event as the caller sees it. */
export type RequestedArchive = { readonly archive: Archive; readonly context: EventContext };

/**
 * The ZIP of what callers of this kind see, in a size of photos: the last one, whoever asked for it, while it holds exactly that, is
 * still being written, or the next one may not begin yet; else a new one. The table's stream starts the work on
 * a new one.
 * @throws AppError as the list of media does; 429 if there is none that may be given, and none may begin
 */
export async function startArchive(
  request: { eventId: string; caller: Caller; photoSize: PhotoSize },
  now: Date,
): Promise<RequestedArchive> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const context = await requireEventContext(request.eventId, request.caller);
    assertMay('see-media', context.access);
    const archive = await archiveToGive({ ...request, context }, now);
    if (archive) return { archive, context };
  }
  // Either another one was begun each time, which should not happen, or the event is being deleted.
  throw notFound();
}

/** @returns undefined if another one has been begun meanwhile */
async function archiveToGive(
  { eventId, photoSize, context }: { eventId: string; photoSize: PhotoSize; context: EventContext },
  now: Date,
): Promise<Archive | undefined> {
  const { access, contents } = context;
  const viewer = archiveViewerOf(access);
  const last = await getLastArchive(eventId, archiveKind(viewer, photoSize));
  const given = last?.archive && mayBeGiven(last.archive, contents, now) ? last.archive : undefined;
  if (given && !isBehind(given, contents)) {
    await restart(given, now);
    return given;
  }
  const items = archiveItemCount(viewer, context.counts);
  const asked: Asked = { contents, items, use: await getBudgetUse({ eventId, viewer, photoSize }, now), now };
  const kept = given ?? (await getKept(eventId, last, asked));
  const wait = waitAfter(last?.archive, asked);
  if (wait && !kept) throw refusal(wait, now);
  if (wait) return kept;
  const archive = newArchive(
    {
      id: newId('arc'),
      eventId,
      viewer,
      photoSize,
      version: galleryVersionFor(viewer, contents),
      replaces: replacesAfter(last?.archive, asked),
    },
    now,
  );
  const isBegun = await createArchive(archive, last && { id: last.id, keptId: kept?.id });
  return isBegun ? archive : undefined;
}

/** The ready one before one that failed or expired, if it may still be given. */
async function getKept(
  eventId: string,
  last: LastArchive | undefined,
  { contents, now }: Asked,
): Promise<Archive | undefined> {
  const kept = last?.keptId === undefined ? undefined : await getArchive({ id: last.keptId, eventId });
  return kept?.state === 'ready' && mayBeGiven(kept, contents, now) ? kept : undefined;
}

/** A killed worker's message is delivered again, but late: nobody should have to wait that long. */
async function restart(archive: Archive, now: Date): Promise<void> {
  if (!isStalled(archive, now) || !(await claimRestart(archive, now))) return;
  await queueArchiveJob({ kind: 'plan', eventId: archive.eventId, archiveId: archive.id });
}
