import CloseIcon from 'lucide-react/icons/x';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { UploadProgress } from './upload-progress.tsx';
import { loadUploadEngine } from './use-uploads.ts';
import styles from './progress-card.module.css';

type ProgressCardProps = {
  jobs: readonly UploadJob[];
  uploader: string | undefined;
  /** Nobody is here as whom a file could be sent. */
  onStranger: () => void;
};

/** Uploads that run or failed outside of the dialog: resumed ones, and what is left to be tried again. */
export default function ProgressCard({ jobs, uploader, onStranger }: ProgressCardProps) {
  const client = useQueryClient();
  const kept = useRestoreFocus();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = jobs.filter(({ id, state }) => !(hidden.has(id) && state !== 'failed'));
  if (shown.every(({ state }) => state === 'done')) return null;

  const retry = async (ids: readonly string[]) => {
    if (uploader === undefined) return onStranger();
    const { queue } = await loadUploadEngine(client);
    for (const id of ids) queue.retry(id, uploader);
  };
  // What is on its way goes on; what failed is given up.
  const close = async () => {
    setHidden(new Set(jobs.filter(isUnfinished).map(({ id }) => id)));
    const { queue } = await loadUploadEngine(client);
    const ids = new Set(jobs.map(({ id }) => id));
    queue.dismiss(({ id }) => ids.has(id));
  };
  return (
    <section {...kept} className={styles.card} data-uploads aria-label="Uploads">
      <IconButton label="Close" className={styles.close} onClick={() => void close()}>
        <CloseIcon />
      </IconButton>
      <UploadProgress jobs={shown} onRetry={(ids) => void retry(ids)} />
    </section>
  );
}
