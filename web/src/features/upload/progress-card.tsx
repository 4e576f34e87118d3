import CloseIcon from 'lucide-react/icons/x';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { isUnfinished, type UploadJob } from './queue/job.ts';
import { UploadProgress } from './upload-progress.tsx';
import { loadUploads } from './use-uploads.ts';
import styles from './progress-card.module.css';

type ProgressCardProps = { jobs: readonly UploadJob[]; uploader: string | undefined };

/** Uploads that run or failed outside of the modal: resumed ones, and what is left to be tried again. */
export default function ProgressCard({ jobs, uploader }: ProgressCardProps) {
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = jobs.filter(({ id, state }) => !(hidden.has(id) && state !== 'failed'));
  if (shown.every(({ state }) => state === 'done')) return null;

  const retry = async (id: string) => {
    if (uploader === undefined) return;
    const { queue } = await loadUploads(client);
    queue.retry(id, uploader);
  };
  // What is on its way goes on; what failed is given up.
  const close = async () => {
    setHidden(new Set(jobs.filter(isUnfinished).map(({ id }) => id)));
    const { queue } = await loadUploads(client);
    queue.dismiss();
  };
  return (
    <section className={styles.card} aria-label="Uploads">
      <IconButton label="Close" className={styles.close} onClick={() => void close()}>
        <CloseIcon />
      </IconButton>
      <UploadProgress jobs={shown} onRetry={(id) => void retry(id)} />
    </section>
  );
}
