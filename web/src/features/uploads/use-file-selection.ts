import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToastText } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';
import { validateFiles } from './validate-files.ts';
import { type SelectedFile, isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { loadUploadEngine } from './use-uploads.ts';

const TIMEOUT_MS = 2000;

/** Resolves to undefined on timeout or failure. */
function inTime<Answer>(answer: Promise<Answer> | undefined): Promise<Answer | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  return Promise.race([answer, tooLate]).catch(() => undefined);
}

/** The files selected for an event. Files that fail validation are left out with a toast. */
export function useFileSelection(eventId: string, jobs: readonly UploadJob[]) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly SelectedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly ToastText[]>([]);
  // Validation is asynchronous and picks can overlap: each starts from the previous one's result.
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
        // Selecting must also work offline: checks that time out are left to the server.
        const engine = await inTime(loadUploadEngine(client));
        // Failed files may be selected again, as their toast suggests.
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

  /** The selection once all checks are done, including those of files picked in the meantime. */
  const settled = async (): Promise<readonly SelectedFile[]> => {
    const checks = last.current;
    const files = await checks;
    return checks === last.current ? files : settled();
  };

  return { chosen, refusals, pick, remove, settled };
}
