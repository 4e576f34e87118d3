import { AppError } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import { deletePersonalArchives } from '../downloads/delete-personal-archives.ts';
import { anonymisePayments } from '../payments/transfer-payments.ts';
import { reconcileFiles } from '../storage/item-files.ts';
import { forgetDownloader } from '../table/download-counts.ts';
import { getMedia } from '../table/media.ts';
import { deleteMedia } from '../table/media-changes.ts';
import { listMediaByUploader } from '../table/media-lists.ts';
import { deleteContentsOf } from '../table/uploads.ts';
import { rollUpVotes } from '../table/vote-counts.ts';
import { listVotes, withdrawVote } from '../table/votes.ts';

/**
 * Erases what a person left in one event, but for their membership. Safe to repeat and to interrupt.
 * @returns false if time ran out before the end
 */
export async function eraseInEvent(
  { eventId, person }: { eventId: string; person: PersonKey },
  { withMedia, isOverdue }: { withMedia: boolean; isOverdue: () => boolean },
): Promise<boolean> {
  for (const mediaId of (await listVotes(eventId, person)).keys()) {
    if (isOverdue()) return false;
    const media = await getMedia(mediaId);
    if (!media) continue;
    await withdrawVote({ media, voter: person });
    await rollUpVotes(mediaId, new Date());
  }
  for (const media of withMedia ? await listMediaByUploader(eventId, person) : []) {
    if (isOverdue()) return false;
    await deleteMedia(media).catch(ignoreGone);
    await reconcileFiles(media);
  }
  if (isOverdue()) return false;
  await deleteContentsOf(eventId, person);
  await forgetDownloader(eventId, person);
  await deletePersonalArchives(eventId, person);
  await anonymisePayments(eventId, person);
  return true;
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
}
