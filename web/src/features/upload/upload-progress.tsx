import CheckIcon from 'lucide-react/icons/check';
import AlertIcon from 'lucide-react/icons/circle-alert';
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { isUnfinished, progressOf, type UploadJob } from './queue/job.ts';
import styles from './upload-progress.module.css';

type UploadProgressProps = {
  jobs: readonly UploadJob[];
  onRetry?: (id: string) => void;
};

/** How far all files are, and each of them. */
export function UploadProgress({ jobs, onRetry }: UploadProgressProps) {
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const share = progressOf(jobs);
  const percent = Math.floor(share * 100);
  const words = wordsFor(jobs, isOnline);
  return (
    <div className={styles.progress}>
      <div className={styles.overall}>
        <output>{words}</output>
        {jobs.some(isUnfinished) && <span>{percent}%</span>}
      </div>
      <ProgressBar label="Upload progress" share={share} />
      <ul aria-label="Files">
        {jobs.map((job) => (
          <FileRow key={job.id} job={job} onRetry={onRetry} />
        ))}
      </ul>
    </div>
  );
}

/** One sentence for all files. */
function wordsFor(jobs: readonly UploadJob[], isOnline: boolean): string {
  const saved = jobs.filter(({ state }) => state === 'done').length;
  if (jobs.some(isUnfinished)) {
    if (!isOnline) return 'Waiting for the network. Your files are kept.';
    return `Uploading ${saved} of ${jobs.length}`;
  }
  if (saved === 0) return 'Upload Failed';
  if (saved < jobs.length) return `${saved} of ${jobs.length} files saved`;
  return 'Upload Complete! Your files are being processed...';
}

function FileRow({ job, onRetry }: { job: UploadJob; onRetry?: (id: string) => void }) {
  return (
    <li className={styles.file} data-state={job.state}>
      <span className={styles.mark}>
        {job.state === 'done' && <CheckIcon />}
        {job.state === 'failed' && <AlertIcon />}
        {isUnfinished(job) && <Spinner />}
      </span>
      <span className={styles.name}>
        {job.name}
        {job.failure?.message && <small>{job.failure.message}</small>}
      </span>
      <VisuallyHidden>{stateWords[job.state]}</VisuallyHidden>
      {job.state === 'failed' && onRetry && (
        <Button variant="quiet" onClick={() => onRetry(job.id)}>
          Retry
        </Button>
      )}
    </li>
  );
}

const stateWords = { waiting: 'Waiting', working: 'Uploading', done: 'Completed', failed: 'Failed' } as const;

function followNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
