import type { ArchiveRefusal } from '../../../../shared/archive-messages.ts';
import type { PhotoSize } from '../../../../shared/values/photo-sizes.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { messageOf, statusOf } from '../../lib/call.ts';
import { NO_GUEST } from '../../lib/query-keys.ts';
import { type ArchiveInput, getArchive, startArchive } from './archive-calls.ts';
import { pollArchive } from './poll-archive.ts';

/** What did not answer the last request, or why it was refused and until when; it is repeated. */
export type WaitingFor =
  | 'network'
  | 'server'
  | { readonly why: ArchiveRefusal; readonly from: string; readonly now: Date };

const FAILED = 'The download could not be prepared. Please try again.';

/**
 * Has the gallery's archive made while the dialog is open, once the size of its photos is chosen, and starts its download
 * once.
 * @returns `makeNew` has a newer archive made, and downloads that one alone
 */
export function useArchive(
  { eventId, guest: { guestId, token } }: ArchiveInput,
  photos: PhotoSize | undefined,
) {
  // The same object for the same guest: polling must not begin again.
  const guest = useMemo(() => (guestId === undefined ? NO_GUEST : { guestId, token }), [guestId, token]);
  const [view, setView] = useState<ArchiveView>();
  const [problem, setProblem] = useState<string>();
  const [waitingFor, setWaitingFor] = useState<WaitingFor>();
  const polling = useRef<AbortController>(undefined);
  const downloadedId = useRef<string>(undefined);

  const poll = useCallback(() => {
    if (!photos) return;
    const { signal } = (polling.current = new AbortController());
    const onView = (next: ArchiveView) => {
      if (signal.aborted) return;
      setView(next);
      setWaitingFor(undefined);
    };
    const onWaiting = (what: WaitingFor) => !signal.aborted && setWaitingFor(what);
    makeArchive({ eventId, guest, photos }, signal, { onView, onWaiting })
      .then((ready) => {
        // The same one again: a newer one may not be made yet.
        if (signal.aborted || ready.id === downloadedId.current) return;
        downloadedId.current = ready.id;
        startDownload(ready);
      })
      .catch((error: unknown) => !signal.aborted && setProblem(messageOf(error, FAILED)));
  }, [eventId, guest, photos]);

  useEffect(() => {
    poll();
    return () => polling.current?.abort();
  }, [poll]);

  const restart = () => {
    setProblem(undefined);
    setView(undefined);
    setWaitingFor(undefined);
    poll();
  };

  const retry = () => {
    downloadedId.current = undefined;
    restart();
  };

  /** Downloads again from a fresh URL. An archive that no longer matches the gallery is made again. */
  const downloadAgain = async (): Promise<void> => {
    try {
      const fresh = view && (await getArchive({ eventId, guest }, view.id));
      if (!fresh?.url) return retry();
      setView(fresh);
      startDownload(fresh);
    } catch (error) {
      if (statusOf(error) === 404) retry();
      else setProblem(messageOf(error, FAILED));
    }
  };

  return { view, problem, waitingFor, retry, makeNew: restart, downloadAgain };
}

type Progress = {
  readonly onView: (view: ArchiveView) => void;
  readonly onWaiting: (what: WaitingFor) => void;
};

/** Has an archive made and waits until it is ready. */
function makeArchive(
  { photos, ...input }: ArchiveInput & { photos: PhotoSize },
  signal: AbortSignal,
  { onView, onWaiting }: Progress,
): Promise<ArchiveView> {
  return pollArchive(
    {
      start: () => startArchive(input, photos, signal),
      get: (archiveId) => getArchive(input, archiveId, signal),
      pause: (milliseconds) => pause(milliseconds, signal),
    },
    {
      onView,
      onUnavailable: (error) => onWaiting(statusOf(error) === undefined ? 'network' : 'server'),
      onRefused: ({ why, afterMs }) => {
        const now = new Date();
        onWaiting({ why, from: new Date(now.getTime() + afterMs).toISOString(), now });
      },
    },
  );
}

/** Hands over to the browser's download manager, which shows progress and resumes. */
function startDownload({ url, fileCount }: ArchiveView): void {
  if (!url || fileCount === 0) return;
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noreferrer';
  document.body.append(link);
  link.click();
  link.remove();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Polling was aborted.', 'AbortError'));
    });
  });
}
