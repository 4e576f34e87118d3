import { toastFor, toasts, type ToastText, uploaderTexts } from '../../../../shared/messages.ts';
import { cleanLine } from '../../../../shared/values/plain-text.ts';
import { MAX_FILE_BYTES } from '../../../../shared/values/file-limits.ts';
import { mediaTypeOfFile } from '../../../../shared/values/media-types.ts';
import {
  countRefusal,
  fileRefusal,
  MEDIA_UPLOADER,
  selectionRefusal,
  type UploadRestrictions,
} from '../../../../shared/rules/upload-restrictions.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { SelectedFile } from './queue/upload-job.ts';
import { UNREADABLE } from './queue/classify-response.ts';

export const MAX_MEGABYTES = MAX_FILE_BYTES / 1024 / 1024;

export type ValidatedFiles = {
  readonly selected: readonly SelectedFile[];
  /** Reasons for the files that were left out, in order. */
  readonly refusals: readonly ToastText[];
};

type PickedFile = Blob & { readonly name: string; readonly lastModified: number };

/** Each check can be a request: ten at a time are fast enough without flooding the server. */
const MAX_CONCURRENT_CHECKS = 10;

/**
 * Validates picked files: type, size, count, duplicates.
 * @param selection.selected files that are already selected
 * @param selection.queued fingerprints of files that are being uploaded
 * @param selection.isInEvent whether a file with this fingerprint was uploaded before and still exists
 */
export async function validateFiles(
  picked: readonly PickedFile[],
  selection: {
    selected: readonly SelectedFile[];
    queued: ReadonlySet<string>;
    isInEvent: (fingerprint: string) => Promise<boolean>;
  },
): Promise<ValidatedFiles> {
  const selected = [...selection.selected];
  const refusals: ToastText[] = [];
  const known = new Set([...selection.queued, ...selected.map(({ fingerprint }) => fingerprint)]);
  const wasUploaded = async (fingerprint: string) =>
    known.has(fingerprint) || selection.isInEvent(fingerprint);
  for (let start = 0; start < picked.length; start += MAX_CONCURRENT_CHECKS) {
    const batch = picked.slice(start, start + MAX_CONCURRENT_CHECKS);
    for (const result of await Promise.all(batch.map((file) => inspect(file, wasUploaded)))) {
      if ('refusal' in result) {
        refusals.push(result.refusal);
        continue;
      }
      const tooMany = countRefusal(selected.length, MEDIA_UPLOADER);
      if (tooMany !== undefined) {
        refusals.push({ title: uploaderTexts.cannotAddMore, text: tooMany });
        return { selected, refusals };
      }
      const { file } = result;
      if (result.isDuplicate || known.has(file.fingerprint)) {
        refusals.push({ title: uploaderTexts.duplicate, text: file.name });
        continue;
      }
      known.add(file.fingerprint);
      selected.push(file);
    }
  }
  return { selected, refusals };
}

/** Why a selection cannot be uploaded; undefined if it can. */
export function validateSelection(
  files: readonly SelectedFile[],
  restrictions: UploadRestrictions = MEDIA_UPLOADER,
): ToastText | undefined {
  if (files.length === 0) return toasts.noFilesSelected;
  const facts = files.map(({ name, mimeType, size }) => ({ name, type: mimeType, size }));
  const title = selectionRefusal(facts, restrictions);
  return title === undefined ? undefined : { title };
}

/** Validates a single file and checks whether it was uploaded before. */
async function inspect(
  file: PickedFile,
  wasUploaded: (fingerprint: string) => Promise<boolean>,
): Promise<{ refusal: ToastText } | { file: SelectedFile; isDuplicate: boolean }> {
  const type = mediaTypeOfFile(file);
  // It is shown beside other text, and sent.
  const name = cleanLine(file.name);
  if (!type?.accepted) return { refusal: toastFor.invalidFileType(name) };
  const refusal = sizeRefusal({ name, type: file.type, size: file.size });
  if (refusal) return { refusal };
  const { size } = file;
  const fingerprint = await fingerprintOf(file).catch(() => undefined);
  if (fingerprint === undefined) return { refusal: { title: name, text: UNREADABLE.message } };
  return {
    file: { name, mimeType: type.mime, size, fingerprint, blob: file },
    isDuplicate: await wasUploaded(fingerprint),
  };
}

function sizeRefusal(file: { name: string; type: string; size: number }): ToastText | undefined {
  if (file.size > MAX_FILE_BYTES) return toastFor.fileTooLarge(file.name, MAX_MEGABYTES);
  const text = fileRefusal(file, MEDIA_UPLOADER);
  return text === undefined ? undefined : { title: file.name, text };
}
