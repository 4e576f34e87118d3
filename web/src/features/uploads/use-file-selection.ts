import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToastText } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';
import { validateFiles } from './validate-files.ts';
import { type SelectedFile, isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { loadUploadEngine } from './use-uploads.ts';

const TIMEOUT_MS = 2000;

/** What is answered soon; undefined where it is not, or fails. */
function inTime<Answer>(answer: Promise<Answer> | undefined): Promise<Answer | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  return Promise.race([answer, tooLate]).catch(() => undefined);
}

/** The files that somebody chose for an event; what does not pass the checks is told and left out. */
export function useFileSelection(eventId: string, jobs: readonly UploadJob[]) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly SelectedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly ToastText[]>([]);
  // Checks take a moment and picks can follow each other: each begins where the last one ended.
  const last = useRef<Promise<readonly SelectedFile[]>>(Promise.resolve([]));
  const known = useRef(jobs);
  useEffect(() => {
    known.current = jobs;
  }, [jobs]);

  const then = useCallback(
    (change: (chosen: readonly SelectedFile[]) => Promise<readonly SelectedFile[]>) => {
      last.current = last.current.then(change);
      void last.current.then(setChosen);
    },
    [],
  );
  const pick = useCallback(
    (picked: readonly File[] | Promise<readonly File[]>) =>
      then(async (chosen) => {
        const files = await picked;
        if (files.length === 0) return chosen;
        // Whoever has no network chooses all the same: what it cannot say in time is left to the server.
        const engine = await inTime(loadUploadEngine(client));
        // What failed may be chosen again: that is what its toast asks for.
        const queued = new Set(known.current.filter(isUnfinished).map(({ fingerprint }) => fingerprint));
        let isAnswering = engine !== undefined;
        const isInEvent = async (fingerprint: string) => {
          if (!isAnswering) return false;
          const answer = await inTime(engine?.sentFiles.isInEvent({ eventId, fingerprint }));
          isAnswering = answer !== undefined;
          return answer ?? false;
        };
        const selection = await validateFiles(files, { chosen, queued, isInEvent });
        const [refusal] = selection.refusals;
        if (refusal) toast(refusal, 'bad');
        setRefusals(selection.refusals);
        return selection.chosen;
      }),
    [then, client, eventId],
  );
  const remove = (fingerprint: string) =>
    then(async (chosen) => chosen.filter((file) => file.fingerprint !== fingerprint));

  /** What is chosen once all checks are through, also of what is picked meanwhile. */
  const settled = async (): Promise<readonly SelectedFile[]> => {
    const checks = last.current;
    const files = await checks;
    return checks === last.current ? files : settled();
  };

  return { chosen, refusals, pick, remove, settled };
}
