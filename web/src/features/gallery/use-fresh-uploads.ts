import { useEffect } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { isFreshUpload } from './is-fresh-upload.ts';

/** How long to wait for one's own fresh uploads to be prepared: a minute in all. */
const PAUSES_MS = [1500, 2000, 3000, 5000, 8000, 12_000, 13_000, 15_000];

/** Asks for one's own fresh uploads with growing pauses until their pictures are made. */
export function useFreshUploads(items: readonly MediaView[], refresh: () => Promise<void>): void {
  const awaited = items
    .filter(isFreshUpload)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (awaited === '') return;
    let timer: ReturnType<typeof setTimeout>;
    const ask = ([pause, ...rest]: readonly number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        // Whether it is answered or not, the next pause follows.
        void refresh()
          .catch(() => {})
          .finally(() => ask(rest));
      }, pause);
    };
    ask(PAUSES_MS);
    return () => clearTimeout(timer);
  }, [awaited, refresh]);
}
