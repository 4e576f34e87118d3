import { useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { toast } from '../../ui/toast-store.ts';
import { saveItems } from './save-items.ts';

/** `ready` waits for another press: browsers open the share sheet only soon after one. */
export type SavingItems =
  | { readonly state: 'idle' }
  | { readonly state: 'fetching'; readonly count: number; readonly of: number }
  | { readonly state: 'ready'; readonly count: number; readonly press: () => void };

/** How the viewer's device takes files. */
export type FileTaker = {
  hrefOf: (mediaId: string) => string;
  canShare: (...files: File[]) => boolean;
  shareFiles: (...files: File[]) => Promise<'shared' | 'press-again' | 'failed'>;
};

const IDLE: SavingItems = { state: 'idle' };
/** Until then a browser may still be reading a file that it was given. */
const REVOKE_AFTER_MS = 60_000;

/** Saves several items: on phones among their photos, elsewhere as downloads. */
export function useSaveItems({ hrefOf, canShare, shareFiles }: FileTaker) {
  const [saving, setSaving] = useState<SavingItems>(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const share = (signal: AbortSignal) => async (files: readonly File[]) => {
    let outcome = await shareFiles(...files);
    // Once more at most: who has pressed for it and is refused gets downloads.
    if (outcome === 'press-again') {
      await new Promise<void>((resolve, reject) => {
        setSaving({ state: 'ready', count: files.length, press: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      outcome = await shareFiles(...files);
    }
    if (outcome !== 'shared') files.forEach(downloadFile);
  };

  const save = async (items: readonly MediaView[]) => {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    // Where there is a mouse, files belong into the folder of downloads.
    const isPhone = matchMedia('(pointer: coarse)').matches;
    try {
      const failed = await saveItems(items, {
        hrefOf,
        mayShare: (...files) => isPhone && canShare(...files),
        share: share(signal),
        download: downloadFile,
        downloadFrom: (href) => clickDownload(href, ''),
        onProgress: (count) => setSaving({ state: 'fetching', count, of: items.length }),
        signal,
      });
      if (failed.length > 0) toast(failureOf(failed.length, items.length), 'bad');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (!signal.aborted) setSaving(IDLE);
  };

  return {
    saving,
    save: (items: readonly MediaView[]) => void save(items),
    cancel: () => {
      running.current?.abort();
      setSaving(IDLE);
    },
  };
}

const failureOf = (failed: number, all: number) => ({
  title: 'Download Failed',
  text: `${failed} of ${pluralize(all, 'file')} did not come. Please try again.`,
});

function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  clickDownload(url, file.name);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

function clickDownload(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}
