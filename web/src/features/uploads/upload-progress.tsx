import CheckIcon from 'lucide-react/icons/check';
import AlertIcon from 'lucide-react/icons/circle-alert';
import PauseIcon from 'lucide-react/icons/pause';
import { memo, useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { isOfSomebodyElse, signInFor, textOfKept, textOfOthers } from './kept-files-text.ts';
import { isUnderWay, isUnfinished, progressOf, type UploadJob } from './queue/upload-job.ts';
import styles from './upload-progress.module.css';
import { useIsDisconnected } from './use-uploads.ts';

type UploadProgressProps = {
  jobs: readonly UploadJob[];
  /** The current person: `user:<id>` or `guest:<id>`. */
  uploader: string | undefined;
  /** Stable, or each change draws every file anew. */
  onRetry?: (ids: readonly string[]) => void;
};

/** Overall progress, and the progress of each file. Of somebody else's files it only says that they are kept. */
export function UploadProgress({ jobs, uploader, onRetry }: UploadProgressProps) {
  const others = jobs.filter((job) => isOfSomebodyElse(job, uploader));
  const own = jobs.filter((job) => !others.includes(job));
  const textOnOthers = textOfOthers(others);
  return (
    <div className={styles.progress}>
      {own.length > 0 && <OwnProgress jobs={own} onRetry={onRetry} />}
      {textOnOthers && <p>{textOnOthers}</p>}
    </div>
  );
}

function OwnProgress({ jobs, onRetry }: Pick<UploadProgressProps, 'jobs' | 'onRetry'>) {
  const isDisconnected = useIsDisconnected();
  const isPainted = useIsPainted();
  const share = progressOf(jobs);
  const savedCount = jobs.filter(({ stage }) => stage === 'saved').length;
  const isUploading = jobs.some(isUnfinished);
  const failedIds = jobs.filter(({ state }) => state === 'failed').map(({ id }) => id);
  return (
    <>
      <div className={styles.overall}>
        {/* Announced on change: at the start, at the end, and when the network or the session is lost. */}
        <output>{isPainted && progressLabel(jobs, isDisconnected)}</output>
        <span>
          {savedCount} of {jobs.length} safe
        </span>
      </div>
      {(isUploading || failedIds.length === 0) && <ProgressBar label="Upload progress" share={share} />}
      <ul aria-label="Files">
        {jobs.map((job) => (
          <FileRow key={job.id} job={job} onRetry={onRetry} />
        ))}
      </ul>
      <SignIn jobs={jobs} />
      {onRetry && failedIds.length > 1 && <Button onClick={() => onRetry(failedIds)}>Retry All</Button>}
    </>
  );
}

/** The way on for files that wait for their uploader to sign in again. */
function SignIn({ jobs }: { jobs: readonly UploadJob[] }) {
  const place = signInFor(jobs);
  const [job] = jobs;
  if (!place || !job) return null;
  return (
    <ButtonAnchor
      variant="primary"
      href={paths.login(paths.event(job.eventId))}
      target={place === 'another-tab' ? '_blank' : undefined}
    >
      Sign In
    </ButtonAnchor>
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
  const underWay = jobs.filter(isUnderWay);
  if (underWay.length > 0) {
    const reason = isDisconnected ? 'Waiting for the network.' : longWaitOf(underWay);
    if (reason === undefined) return 'Uploading. Keep this page open.';
    const areStored = underWay.every(({ isKept }) => isKept);
    return `${reason} ${areStored ? 'Your files are kept.' : 'Keep this page open.'}`;
  }
  const kept = textOfKept(jobs);
  if (kept) return kept;
  const failedCount = jobs.filter(({ state }) => state === 'failed').length;
  if (failedCount === 0) return 'Upload Complete! Your files are being processed...';
  return failedCount === jobs.length ? 'Upload Failed' : 'Some files failed to upload.';
}

/** Why nothing goes on for a while; undefined while anything does. */
function longWaitOf(jobs: readonly UploadJob[]): string | undefined {
  const [first] = jobs;
  return jobs.every(({ waitsFor }) => waitsFor !== undefined) ? first?.waitsFor : undefined;
}

type FileRowProps = { job: UploadJob } & Pick<UploadProgressProps, 'onRetry'>;

/** Memoized: the progress of one of many files draws one row anew. */
const FileRow = memo(function FileRow({ job, onRetry }: FileRowProps) {
  return (
    <li className={styles.file} data-state={job.state} tabIndex={-1}>
      <span className={styles.mark}>
        {job.state === 'done' && <CheckIcon />}
        {job.state === 'failed' && <AlertIcon />}
        {job.state === 'awaiting-person' && <PauseIcon />}
        {isUnderWay(job) && <Spinner />}
      </span>
      <span className={styles.name}>
        <bdi>{job.name}</bdi>
        {job.failure?.message && <small>{job.failure.message}</small>}
      </span>
      {isUnfinished(job) && <span className={styles.percent}>{Math.floor(progressOf([job]) * 100)}%</span>}
      <VisuallyHidden>{stateLabels[job.state]}</VisuallyHidden>
      {job.state === 'failed' && onRetry && (
        <Button variant="quiet" aria-label={`Retry ${job.name}`} onClick={() => onRetry([job.id])}>
          Retry
        </Button>
      )}
    </li>
  );
});

const stateLabels = {
  waiting: 'Waiting',
  working: 'Uploading',
  'awaiting-person': 'Kept',
  done: 'Completed',
  failed: 'Failed',
} as const;
