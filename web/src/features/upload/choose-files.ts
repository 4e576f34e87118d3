import { toastFor, type ToastText, uploaderTexts } from '../../../../shared/messages.ts';
import { MAX_FILE_BYTES, mediaTypeOfFile } from '../../../../shared/rules/media-types.ts';
import { countRefusal, fileRefusal, MEDIA_UPLOADER } from '../../../../shared/rules/upload-restrictions.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ChosenFile } from './queue/job.ts';
import { UNREADABLE } from './queue/verdict.ts';

export const MAX_MEGABYTES = MAX_FILE_BYTES / 1024 / 1024;

export type Selection = {
  readonly chosen: readonly ChosenFile[];
  /** Why files were left out, in their order. */
  readonly refusals: readonly ToastText[];
};

type PickedFile = Blob & { readonly name: string; readonly lastModified: number };

/**
 * Checks picked files by type, size, count and sameness.
 * @param selection.chosen what is selected already
 * @param selection.queued fingerprints of what is already on its way
 * @param selection.isInEvent whether a file with this fingerprint was sent before, and is still there
 */
export async function chooseFiles(
  picked: readonly PickedFile[],
  selection: {
    chosen: readonly ChosenFile[];
    queued: ReadonlySet<string>;
    isInEvent: (fingerprint: string) => Promise<boolean>;
  },
): Promise<Selection> {
  const chosen = [...selection.chosen];
  const refusals: ToastText[] = [];
  const known = new Set([...selection.queued, ...chosen.map(({ fingerprint }) => fingerprint)]);
  for (const file of picked) {
    const type = mediaTypeOfFile(file);
    const refusal = refusalOf(file, type?.accepted === true);
    if (refusal || !type) {
      refusals.push(refusal ?? toastFor.invalidFileType(file.name));
      continue;
    }
    const tooMany = countRefusal(chosen.length, MEDIA_UPLOADER);
    if (tooMany !== undefined) {
      refusals.push({ title: uploaderTexts.cannotAddMore, text: tooMany });
      break;
    }
    const fingerprint = await fingerprintOf(file).catch(() => undefined);
    if (fingerprint === undefined) {
      refusals.push({ title: file.name, text: UNREADABLE.message });
      continue;
    }
    if (known.has(fingerprint) || (await selection.isInEvent(fingerprint))) {
      refusals.push({ title: uploaderTexts.duplicate, text: file.name });
      continue;
    }
    known.add(fingerprint);
    chosen.push({ name: file.name, mimeType: type.mime, size: file.size, fingerprint, blob: file });
  }
  return { chosen, refusals };
}

function refusalOf(file: PickedFile, isAccepted: boolean): ToastText | undefined {
  if (!isAccepted) return toastFor.invalidFileType(file.name);
  if (file.size > MAX_FILE_BYTES) return toastFor.fileTooLarge(file.name, MAX_MEGABYTES);
  const text = fileRefusal(file, MEDIA_UPLOADER);
  return text === undefined ? undefined : { title: file.name, text };
}
