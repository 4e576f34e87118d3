import type { MediaView } from '../../../shared/contract/entities.ts';
import { isDismissal } from './share-link.ts';

/**
 * Of what is handed to the share sheet, which has to be in memory: Chromium refuses more, and more than 10 files
 * (`third_party/blink/renderer/modules/webshare/navigator_share.cc`). What is larger is downloaded.
 */
export const MAX_SAVED_BYTES = 50 * 1024 * 1024;
export const MAX_SAVED_FILES = 10;

/** What devices keep among their photos, with a file name's extension, by which browsers decide, too. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
};

type SavedItem = Pick<MediaView, 'mimeType' | 'fileSize' | 'state'>;

/** Whether the browser hands files of this type to the share sheet, by which they land among the device's photos. */
export function canSave({ mimeType, fileSize, state }: SavedItem): boolean {
  const extension = EXTENSIONS[mimeType];
  if (state !== 'ready' || fileSize > MAX_SAVED_BYTES || extension === undefined) return false;
  return canShare(new File([], `photo.${extension}`, { type: mimeType }));
}

/** The browser may take other files than the one that was asked about: others download a copy in another format. */
export function canShare(...files: File[]): boolean {
  return typeof navigator.canShare === 'function' && navigator.canShare({ files });
}

/**
 * Hands files to the share sheet.
 * @returns `shared`, also if the sheet was closed without a choice; `press-again` if the browser wants a press first,
 *   because the last one was too long ago; `failed`
 */
export async function shareFiles(...files: File[]): Promise<'shared' | 'press-again' | 'failed'> {
  try {
    // Nothing but the files: with a title or a link beside it, sheets offer to share that instead of saving.
    await navigator.share({ files });
    return 'shared';
  } catch (error) {
    if (isDismissal(error)) return 'shared';
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'press-again' : 'failed';
  }
}
