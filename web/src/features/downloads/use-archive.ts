import { useCallback, useEffect, useRef, useState } from 'react';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import { call, messageOf, statusOf } from '../../lib/call.ts';
import { pollArchive } from './poll-archive.ts';

type ArchiveInput = { eventId: string; guest: { guestId?: string; token?: string } };

const FAILED = 'The download could not be prepared. Please try again.';

/** The ZIP of a gallery while its dialog is open: prepared, then handed to the browser once. */
export function useArchive({ eventId, guest }: ArchiveInput) {
  const [view, setView] = useState<ArchiveView>();
  const [problem, setProblem] = useState<string>();
  const waiting = useRef<AbortController>(undefined);

  const follow = useCallback(() => {
    const { signal } = (waiting.current = new AbortController());
    const calls = {
      start: () => call('POST /api/events/{eventId}/archive', { params: { eventId }, body: guest, signal }),
      get: (archiveId: string) => getArchive({ eventId, guest }, archiveId, signal),
      pause: (milliseconds: number) => pause(milliseconds, signal),
    };
    pollArchive(calls, (next) => !signal.aborted && setView(next))
      .then((ready) => !signal.aborted && handOver(ready))
      .catch((error: unknown) => !signal.aborted && setProblem(messageOf(error, FAILED)));
  }, [eventId, guest]);

  useEffect(() => {
    follow();
    return () => waiting.current?.abort();
  }, [follow]);

  const again = () => {
    setProblem(undefined);
    setView(undefined);
    follow();
  };

  /** Once more, from a fresh address; what has changed meanwhile is prepared anew. */
  const downloadAgain = async (): Promise<void> => {
    try {
      const fresh = view && (await getArchive({ eventId, guest }, view.id));
      if (fresh?.url) handOver(fresh);
      else again();
    } catch (error) {
      if (statusOf(error) === 404) again();
      else setProblem(messageOf(error, FAILED));
    }
  };

  return { view, problem, again, downloadAgain };
}

const getArchive = ({ eventId, guest }: ArchiveInput, archiveId: string, signal?: AbortSignal) =>
  call('GET /api/events/{eventId}/archive/{archiveId}', {
    params: { eventId, archiveId },
    query: guest,
    ...(signal && { signal }),
  });

/** From here on it is the browser's own download, with its progress and its resuming. */
function handOver({ url, fileCount }: ArchiveView): void {
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
      reject(new DOMException('Nobody waits any more.', 'AbortError'));
    });
  });
}
