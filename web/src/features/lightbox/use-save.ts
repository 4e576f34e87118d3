import { useEffect, useRef, useState } from 'react';
import { fetchFile, FileTooLarge } from '../../lib/fetch-file.ts';
import { toast } from '../../ui/toast-store.ts';
import { canShare, MAX_SAVED_BYTES, shareFiles } from '../../ui/save-file.ts';

const SAVE_FAILED = { title: 'Save Failed', text: 'The file did not come. Please try again.' };

/** `ready` waits for another press: browsers open the share sheet only soon after one. */
type Saving =
  | { readonly state: 'idle' }
  | { readonly state: 'fetching'; readonly share: number | undefined }
  | { readonly state: 'ready'; readonly file: File };

const IDLE: Saving = { state: 'idle' };

/** Fetches an item's file and hands it to the share sheet; what that does not take is downloaded. */
export function useSave(href: string) {
  const [saving, setSaving] = useState<Saving>(IDLE);
  const fetching = useRef<AbortController>(undefined);
  useEffect(() => () => fetching.current?.abort(), []);

  const share = async (file: File, hasAskedAgain: boolean) => {
    const outcome = canShare(file) ? await shareFiles(file) : 'failed';
    if (outcome === 'press-again' && !hasAskedAgain) return setSaving({ state: 'ready', file });
    setSaving(IDLE);
    if (outcome !== 'shared') download(href);
  };

  const start = async () => {
    fetching.current?.abort();
    fetching.current = new AbortController();
    const { signal } = fetching.current;
    setSaving({ state: 'fetching', share: undefined });
    const onProgress = (share: number | undefined) => {
      if (!signal.aborted) setSaving((last) => withProgress(last, share));
    };
    try {
      const file = await fetchFile(href, { signal, maxBytes: MAX_SAVED_BYTES, onProgress });
      if (!signal.aborted) await share(file, false);
    } catch (error) {
      if (signal.aborted) return;
      setSaving(IDLE);
      if (error instanceof FileTooLarge) download(href);
      else toast(SAVE_FAILED, 'bad');
    }
  };

  return {
    saving,
    /** Within a press. */
    save: () => {
      if (saving.state === 'idle') void start();
      if (saving.state === 'ready') void share(saving.file, true);
    },
    cancel: () => {
      fetching.current?.abort();
      setSaving(IDLE);
    },
  };
}

/** In whole percents: a large file comes in thousands of pieces. */
function withProgress(last: Saving, share: number | undefined): Saving {
  const rounded = share === undefined ? undefined : Math.round(share * 100) / 100;
  return last.state === 'fetching' && last.share === rounded ? last : { state: 'fetching', share: rounded };
}

/** As a press on the download link. */
function download(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}
