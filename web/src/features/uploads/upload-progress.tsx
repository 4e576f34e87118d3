import CheckIcon from 'lucide-react/icons/check';
import AlertIcon from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { isUnfinished, progressOf, type UploadJob } from './queue/upload-job.ts';
import styles from './upload-progress.module.css';
import { useIsDisconnected } from './use-uploads.ts';

type UploadProgressProps = {
  jobs: readonly UploadJob[];
  onRetry?: (ids: readonly string[]) => void;
};

/** Overall progress, and the progress of each file. */
export function UploadProgress({ jobs, onRetry }: UploadProgressProps) {
  const isDisconnected = useIsDisconnected();
  const isPainted = useIsPainted();
  const share = progressOf(jobs);
  const savedCount = jobs.filter(({ stage }) => stage === 'saved').length;
  const isUploading = jobs.some(isUnfinished);
  const failedIds = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id);
  return (
    <div className={styles.progress}>
      <div className={styles.overall}>
        {/* Announced on change: at the start, at the end, and when the network is lost. */}
        <output>{isPainted && progressLabel(jobs, isDisconnected)}</output>
        <span>
          {savedCount} of {jobs.length} safe
        </span>
      </div>
      {(isUploading || failedIds.length === 0) && <ProgressBar label="Upload progress" share={share} />}
      <ul aria-label="Files">
        {jobs.map((job) => (
          <FileRow key={job.id} job={job} onRetry={onRetry && (() => onRetry([job.id]))} />
        ))}
      </ul>
      {onRetry && failedIds.length > 1 && <Button onClick={() => onRetry(failedIds)}>Retry All</Button>}
    </div>
  );
}

/** Whether this has been painted once: live regions are only announced if they existed before their text. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

function progressLabel(jobs: readonly UploadJob[], isDisconnected: boolean): string {
  const unfinished = jobs.filter(isUnfinished);
  if (unfinished.length > 0) {
    if (!isDisconnected) return 'Uploading. Keep this page open.';
    const areStored = unfinished.every(({ isKept }) => isKept);
    return `Waiting for the network. ${areStored ? 'Your files are kept.' : 'Keep this page open.'}`;
  }
  const failedCount = jobs.filter(({ state }) => state === 'failed').length;
  if (failedCount === 0) return 'Upload Complete! Your files are being processed...';
  return failedCount === jobs.length ? 'Upload Failed' : 'Some files failed to upload.';
}

function FileRow({ job, onRetry }: { job: UploadJob; onRetry?: () => void }) {
  return (
    <li className={styles.file} data-state={job.state} tabIndex={-1}>
      <span className={styles.mark}>
        {job.state === 'done' && <CheckIcon />}
        {job.state === 'failed' && <AlertIcon />}
        {isUnfinished(job) && <Spinner />}
      </span>
      <span className={styles.name}>
        <bdi>{job.name}</bdi>
        {job.failure?.message && <small>{job.failure.message}</small>}
      </span>
      {isUnfinished(job) && <span className={styles.percent}>{Math.floor(progressOf([job]) * 100)}%</span>}
      <VisuallyHidden>{stateLabels[job.state]}</VisuallyHidden>
      {job.state === 'failed' && onRetry && (
        <Button variant="quiet" aria-label={`Retry ${job.name}`} onClick={onRetry}>
          Retry
        </Button>
      )}
    </li>
  );
}

const stateLabels = {
  waiting: 'Waiting',
  working: 'Uploading',
  done: 'Completed',
  failed: 'Failed',
} as const;
