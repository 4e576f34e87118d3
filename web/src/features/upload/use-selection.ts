import { useRef, useState } from 'react';
import type { ToastText } from '../../../../shared/messages.ts';
import { toast } from '../../ui/toast-store.ts';
import { chooseFiles } from './choose-files.ts';
import type { ChosenFile, UploadJob } from './queue/job.ts';

/** The files that somebody chose; what does not pass the checks is told and left out. */
export function useSelection(jobs: readonly UploadJob[]) {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [refusals, setRefusals] = useState<readonly ToastText[]>([]);
  // Checks take a moment and picks can follow each other: each begins where the last one ended.
  const last = useRef<Promise<readonly ChosenFile[]>>(Promise.resolve([]));

  const then = (change: (chosen: readonly ChosenFile[]) => Promise<readonly ChosenFile[]>) => {
    last.current = last.current.then(change);
    void last.current.then(setChosen);
  };
  const pick = (files: readonly File[]) =>
    then(async (chosen) => {
      // What failed may be chosen again: that is what its toast asks for.
      const sent = jobs.filter(({ state }) => state !== 'failed');
      const queued = new Set(sent.map(({ fingerprint }) => fingerprint));
      const selection = await chooseFiles(files, { chosen, queued });
      const [refusal] = selection.refusals;
      if (refusal) toast(refusal, 'bad');
      setRefusals(selection.refusals);
      return selection.chosen;
    });
  const remove = (fingerprint: string) =>
    then(async (chosen) => chosen.filter((file) => file.fingerprint !== fingerprint));

  return { chosen, refusals, pick, remove };
}
