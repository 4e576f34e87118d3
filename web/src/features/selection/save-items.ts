import type { MediaView } from '../../../../shared/contract/entities.ts';
import { fetchFile, FileTooLarge } from '../../lib/fetch-file.ts';
import { MAX_SAVED_BYTES, MAX_SAVED_FILES } from '../../ui/save-file.ts';

/** What saving files needs from outside. */
export type SavePorts = {
  hrefOf: (mediaId: string) => string;
  /** Whether these files go to the share sheet, by which phones put them among their photos. */
  mayShare: (...files: File[]) => boolean;
  /** Hands them to the share sheet, however long that takes. */
  share: (files: readonly File[]) => Promise<void>;
  /** Saves a file as a download of the browser. */
  download: (file: File) => void;
  /** Leaves a file that is too large for memory to the browser. */
  downloadFrom: (href: string) => void;
  onProgress: (count: number) => void;
  signal: AbortSignal;
};

/**
 * Fetches items one after the other and saves them: together by the share sheet where that takes them, else as downloads.
 * @returns the items that did not come
 * @throws if the signal is aborted
 */
export async function saveItems(items: readonly MediaView[], ports: SavePorts): Promise<MediaView[]> {
  const failed: MediaView[] = [];
  let batch: File[] = [];
  let bytes = 0;
  const hand = async () => {
    if (batch.length > 0) await ports.share(batch);
    [batch, bytes] = [[], 0];
  };
  for (const [index, item] of items.entries()) {
    ports.onProgress(index + 1);
    const file = await fetchItem(item, ports);
    ports.signal.throwIfAborted();
    if (file === 'failed') failed.push(item);
    if (!(file instanceof File)) continue;
    const isFull = batch.length === MAX_SAVED_FILES || bytes + file.size > MAX_SAVED_BYTES;
    if (isFull || !ports.mayShare(...batch, file)) await hand();
    if (ports.mayShare(file)) {
      batch.push(file);
      bytes += file.size;
    } else ports.download(file);
  }
  await hand();
  return failed;
}

async function fetchItem(
  { id }: MediaView,
  ports: SavePorts,
): Promise<File | 'failed' | 'left to the browser'> {
  const href = ports.hrefOf(id);
  try {
    return await fetchFile(href, { signal: ports.signal, maxBytes: MAX_SAVED_BYTES });
  } catch (error) {
    if (!(error instanceof FileTooLarge)) return 'failed';
    ports.downloadFrom(href);
    return 'left to the browser';
  }
}
