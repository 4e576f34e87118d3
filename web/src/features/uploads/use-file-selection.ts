import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ToastText } from '../../../../shared/messages.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { toast } from '../../ui/toast-store.ts';
import { validateFiles } from './validate-files.ts';
import { type SelectedFile, isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { loadUploadEngine } from './use-uploads.ts';

const TIMEOUT_MS = 2000;

/** Resolves to undefined on timeout or failure. */
function withTimeout<Answer>(answer: Promise<Answer> | undefined): Promise<Answer | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  return Promise.race([answer, timeout]).catch(() => undefined);
}

/** The files selected for an event. Files that fail validation are left out with a toast. */
export function useFileSelection(eventId: string, jobs: readonly UploadJob[]) {
  const client = useQueryClient();
  const [selected, setSelected] = useState<readonly SelectedFile[]>([]);
  const [refusals, setRefusals] = useState<readonly ToastText[]>([]);
  // Validation is asynchronous and picks can overlap: each starts from the previous one's result.
  const latestSelection = useRef<Promise<readonly SelectedFile[]>>(Promise.resolve([]));
  const latestJobs = useLatest(jobs);

  const updateSelection = useCallback(
    (change: (selected: readonly SelectedFile[]) => Promise<readonly SelectedFile[]>) => {
      latestSelection.current = latestSelection.current.then(change);
      void latestSelection.current.then(setSelected);
    },
    [],
  );
  const pick = useCallback(
    (picked: readonly File[] | Promise<readonly File[]>) =>
      updateSelection(async (selected) => {
        const files = await picked;
        if (files.length === 0) return selected;
        // Selecting must also work offline: checks that time out are left to the server.
        const engine = await withTimeout(loadUploadEngine(client));
        // Failed files may be selected again, as their toast suggests.
        const queued = new Set(latestJobs.current.filter(isUnfinished).map(({ fingerprint }) => fingerprint));
        let isServerReachable = engine !== undefined;
        const isInEvent = async (fingerprint: string) => {
          if (!isServerReachable) return false;
          const answer = await withTimeout(engine?.sentFiles.isInEvent({ eventId, fingerprint }));
          isServerReachable = answer !== undefined;
          return answer ?? false;
        };
        const selection = await validateFiles(files, { selected, queued, isInEvent });
        const [refusal] = selection.refusals;
        if (refusal) toast(refusal, 'bad');
        setRefusals(selection.refusals);
        return selection.selected;
      }),
    [updateSelection, client, eventId, latestJobs],
  );
  const remove = (fingerprint: string) =>
    updateSelection(async (selected) => selected.filter((file) => file.fingerprint !== fingerprint));

  /** The selection once all checks are done, including those of files picked in the meantime. */
  const settled = async (): Promise<readonly SelectedFile[]> => {
    const checks = latestSelection.current;
    const files = await checks;
    return checks === latestSelection.current ? files : settled();
  };

  return { selected, refusals, pick, remove, settled };
}
