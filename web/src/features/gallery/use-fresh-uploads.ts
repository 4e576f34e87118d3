import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { isFreshUpload } from './is-fresh-upload.ts';

/** Pauses between refreshes while the viewer's fresh uploads are processed: a minute in all. */
const PAUSES_MS = [1500, 2000, 3000, 5000, 8000, 12_000, 13_000, 15_000];

/** Refreshes the list with growing pauses until the viewer's fresh uploads have renditions. */
export function useFreshUploads(items: readonly MediaView[], refresh: () => Promise<void>): void {
  const processingIds = items
    .filter(isFreshUpload)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (processingIds === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = ([pause, ...rest]: readonly number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        // Success or failure, the next pause follows.
        void refresh()
          .catch(() => {})
          .finally(() => schedule(rest));
      }, pause);
    };
    schedule(PAUSES_MS);
    return () => clearTimeout(timer);
  }, [processingIds, refresh]);
}
