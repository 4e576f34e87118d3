import { sendDelayedMessage } from '../aws/send-message.ts';
import { movesQueueUrl } from '../aws/settings.ts';
import { SIGNED_URL_SECONDS } from '../domain/file-lifetimes.ts';
import type { ReconcileFilesJob } from '../domain/job-messages.ts';
import type { MediaFacts, MediaRecord } from '../domain/records.ts';
import { fileNamesOf, inEdition } from '../domain/rendition-names.ts';
import { reconcileFiles } from '../storage/item-files.ts';
import { areFilesInPlace, areaForStatus, renditionFolder } from '../storage/object-keys.ts';
import { putRendition, removeFolder, type RenditionFile } from '../storage/renditions.ts';
import { getMedia } from '../table/media.ts';
import { type ProcessingResult, setProcessingResult } from '../table/processing-result.ts';

/** Files that were made of an original, and what its row says of them. */
type Finished = { readonly facts: MediaFacts; readonly files: readonly RenditionFile[] };
type Result = { made: Finished; known: Partial<ProcessingResult> };

/**
 * Stores files and records them on the row. If the status has changed meanwhile, they are stored for the new
 * one.
 */
export async function publishFiles(media: MediaRecord, result: Result): Promise<void> {
  let seen: MediaRecord | undefined = media;
  while (seen && !(await storeFiles(seen, result))) seen = await getMedia(media.id);
  // If it was moderated or deleted during processing, the files follow.
  await reconcileFiles(media);
}

async function storeFiles(media: MediaRecord, { made, known }: Result): Promise<boolean> {
  const stored = {
    ...known,
    facts: made.facts,
    place: areaForStatus(media.status),
    placeVersion: media.statusVersion,
  };
  const folder = renditionFolder({ ...media, placeVersion: media.statusVersion }, stored.place);
  for (const file of made.files) await putRendition(folder, file);
  await announceStale(media, made);
  if (await setProcessingResult(media, { ...stored, state: 'ready' })) {
    // Earlier files that have not been moved yet are no longer referenced by anything.
    if (media.place && !areFilesInPlace(media)) await removeFolder(renditionFolder(media, media.place));
    return true;
  }
  // Files never stay for a past status. If earlier ones are in the same folder, all are removed
  // together.
  const now = await getMedia(media.id);
  if (!now?.place || now.placeVersion !== media.statusVersion) await removeFolder(folder);
  return false;
}

/** Open pages still use the earlier files' URLs: those files are removed later, once the row names others. */
async function announceStale(media: MediaRecord, { files }: Finished): Promise<void> {
  const fresh = new Set(files.map(({ name }) => name));
  const stale = fileNamesOf(media.facts).filter((name) => !fresh.has(name));
  if (stale.length === 0) return;
  const body: ReconcileFilesJob = { eventId: media.eventId, mediaId: media.id, stale };
  await sendDelayedMessage(movesQueueUrl(), {
    body: JSON.stringify(body),
    group: media.eventId,
    delaySeconds: SIGNED_URL_SECONDS,
  });
}

/** The same files under an edition's names. */
export function inEditionOf(edition: string | undefined, made: Finished): Finished {
  if (edition === undefined) return made;
  const renamed = <T extends { name: string }>(file: T): T => ({
    ...file,
    name: inEdition(file.name, edition),
  });
  const { renditions, play, copy } = made.facts;
  return {
    files: made.files.map(renamed),
    facts: {
      ...made.facts,
      renditions: renditions.map(renamed),
      play: play === null ? null : inEdition(play, edition),
      copy: copy && renamed(copy),
    },
  };
}
