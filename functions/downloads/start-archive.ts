import { assertMay } from '../domain/access.ts';
import {
  type Archive,
  isCurrent,
  isStalled,
  newArchive,
  galleryVersionFor,
  archiveViewerOf,
} from './archive.ts';
import { notFound } from '../domain/app-error.ts';
import type { Caller } from '../domain/caller.ts';
import type { ArchiveJob } from '../domain/job-messages.ts';
import { newId } from '../domain/ids.ts';
import { sendMessage } from '../aws/send-message.ts';
import { archivesQueueUrl } from '../aws/settings.ts';
import { claimRestart } from './archive-progress.ts';
import { createArchive, getLastArchive } from './archive-store.ts';
import { type EventContext, requireEventContext } from '../table/event-context.ts';

const TRIES = 5;

/** An archive, and its event as the caller sees it. */
export type RequestedArchive = { readonly archive: Archive; readonly context: EventContext };

/**
 * The ZIP of what a caller sees now: the last one if it holds exactly that, whoever asked for it, or else a
 * new one. The table's stream starts the work on a new one.
 * @throws AppError as the list of media does
 */
export async function startArchive(
  request: { eventId: string; caller: Caller },
  now: Date,
): Promise<RequestedArchive> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const context = await requireEventContext(request.eventId, request.caller);
    const { access, membership, contents } = context;
    assertMay('see-media', access);
    const viewer = archiveViewerOf(request.caller, access, membership);
    const last = await getLastArchive(request.eventId, viewer);
    if (last?.archive && isCurrent(last.archive, contents, now)) {
      await restart(last.archive, now);
      return { archive: last.archive, context };
    }
    const version = galleryVersionFor(viewer, contents);
    const archive = newArchive({ id: newId('arc'), eventId: request.eventId, viewer, version }, now);
    if (await createArchive(archive, last)) return { archive, context };
  }
  // Either another one was begun each time, which should not happen, or the event is being deleted.
  throw notFound();
}

/** A killed worker's message is delivered again, but late: whoever is waiting need not wait that long. */
async function restart(archive: Archive, now: Date): Promise<void> {
  if (!isStalled(archive, now) || !(await claimRestart(archive, now))) return;
  const job: ArchiveJob = { kind: 'plan', eventId: archive.eventId, archiveId: archive.id };
  await sendMessage(archivesQueueUrl(), { body: JSON.stringify(job), group: archive.eventId });
}
