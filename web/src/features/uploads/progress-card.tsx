import CloseIcon from 'lucide-react/icons/x';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useState } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { IconButton } from '../../ui/button.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { isUnfinished, type UploadJob } from './queue/upload-job.ts';
import { UploadProgress } from './upload-progress.tsx';
import { loadUploadEngine } from './use-uploads.ts';
import styles from './progress-card.module.css';

type ProgressCardProps = {
  jobs: readonly UploadJob[];
  uploader: string | undefined;
  /** Called on retry if nobody is signed in or registered as a guest. */
  onAnonymous: () => void;
  /** What is to be said of what was sent, if there is anything. */
  outcome?: ReactNode;
};

/** Uploads outside of the dialog: resumed ones, failed ones to retry, and what became of those that were sent. */
export default function ProgressCard({ jobs, uploader, onAnonymous, outcome }: ProgressCardProps) {
  const client = useQueryClient();
  const focusProps = useRestoreFocus();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const visibleJobs = jobs.filter(({ id, state }) => !(hidden.has(id) && state !== 'failed'));
  const retry = useLatest(async (ids: readonly string[]) => {
    if (uploader === undefined) return onAnonymous();
    const { queue } = await loadUploadEngine(client);
    for (const id of ids) queue.retry(id, uploader);
  });
  const onRetry = useCallback((ids: readonly string[]) => void retry.current(ids), [retry]);
  const isOver = visibleJobs.every(({ state }) => state === 'done');
  if (isOver && !outcome) return null;

  // Active uploads go on in the background; failed ones are discarded.
  const close = async () => {
    setHidden(new Set(jobs.filter(isUnfinished).map(({ id }) => id)));
    const { queue } = await loadUploadEngine(client);
    const ids = new Set(jobs.map(({ id }) => id));
    queue.dismiss(({ id }) => ids.has(id));
  };
  return (
    <section {...focusProps} className={styles.card} data-uploads aria-label="Uploads">
      <IconButton label="Close" className={styles.close} onClick={() => void close()}>
        <CloseIcon />
      </IconButton>
      {!isOver && <UploadProgress jobs={visibleJobs} uploader={uploader} onRetry={onRetry} />}
      {outcome}
    </section>
  );
}
