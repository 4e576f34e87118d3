import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { toasts } from '../../../../shared/messages.ts';
import { useKeepScreen } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { validateSelection } from './validate-files.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { isOfSomebodyElse } from './kept-files-text.ts';
import { isUnderWay } from './queue/upload-job.ts';
import { Refusals, SelectedFiles } from './selected-files.tsx';
import styles from './upload-dialog.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { loadUploadEngine, useUploadJobs } from './use-uploads.ts';
import { useFileSelection } from './use-file-selection.ts';

/** How long the dialog shows "complete" before it closes. */
const CLOSE_DELAY_MS = 2000;

type UploadDialogProps = {
  eventId: string;
  /** `user:<id>` or `guest:<id>`. */
  uploader: string;
  /** Whether everybody sees the uploader's first name beside the files. */
  showsFirstName?: boolean;
  onClose: () => void;
};

/** Focuses the progress, because the pressed button is removed. */
const takeFocus = (progress: HTMLElement | null) => progress?.focus();

/** Select files, upload, done. Cannot be closed while uploading. */
export default function UploadDialog({
  eventId,
  uploader,
  showsFirstName = false,
  onClose,
}: UploadDialogProps) {
  const jobs = useUploadJobs(eventId).filter((job) => !isOfSomebodyElse(job, uploader));
  const { selected, refusals, pick, remove, settled } = useFileSelection(eventId, jobs);
  const { startedFingerprints, isStarting, start } = useUploadStart({ eventId, uploader, settled });
  const focusProps = useRestoreFocus();
  const isStarted = startedFingerprints !== undefined;
  // Once started, the queue keeps the files.
  useKeepScreen(!isStarted && selected.length > 0);
  const startedJobs = jobs.filter(({ fingerprint }) => startedFingerprints?.has(fingerprint));
  const isBusy = startedJobs.some(isUnderWay);
  // What waits for its uploader stays in the progress card.
  const isComplete = startedJobs.length > 0 && !isBusy;
  const isDragOver = useDroppedFiles(
    useCallback(
      (files: Promise<readonly File[]>) => (isStarted ? toast(toasts.addMoreLater, 'bad') : pick(files)),
      [isStarted, pick],
    ),
  );
  useCloseOnceComplete(isComplete, onClose);

  return (
    <Dialog
      title="Upload Media"
      description={showsFirstName ? 'Everybody sees your first name beside what you share.' : undefined}
      onClose={onClose}
      dismissible={!isBusy}
      footer={
        isStarted ? undefined : (
          <Button
            variant={selected.length > 0 ? 'primary' : 'plain'}
            size="large"
            wide
            pending={isStarting}
            onClick={() => void start()}
          >
            Upload {selected.length} file(s)
          </Button>
        )
      }
    >
      {isStarted ? (
        <div ref={takeFocus} className={styles.part} tabIndex={-1}>
          <UploadProgress jobs={startedJobs} uploader={uploader} />
        </div>
      ) : (
        <div {...focusProps} className={styles.part}>
          <FilePicker isSmall={selected.length > 0} isDragOver={isDragOver} onPick={pick} />
          <Refusals refusals={refusals} />
          <SelectedFiles files={selected} isLocked={isStarting} onRemove={remove} />
        </div>
      )}
    </Dialog>
  );
}

type UploadStartInput = {
  eventId: string;
  uploader: string;
  settled: ReturnType<typeof useFileSelection>['settled'];
};

/** Hands the selected files over to the queue. `startedFingerprints` is undefined until then. */
function useUploadStart({ eventId, uploader, settled }: UploadStartInput) {
  const client = useQueryClient();
  const [startedFingerprints, setStartedFingerprints] = useState<ReadonlySet<string>>();
  const [isStarting, setStarting] = useState(false);

  // Preload: the network may be gone by the time files are selected.
  useEffect(() => {
    loadUploadEngine(client).catch(() => {});
  }, [client]);

  const start = async () => {
    setStarting(true);
    try {
      // Wait for files that are still being checked, so that none is left behind.
      const refusal = validateSelection(await settled());
      if (refusal) return toast(refusal, 'bad');
      const { queue } = await loadUploadEngine(client);
      const files = await settled();
      const fingerprints = new Set(files.map(({ fingerprint }) => fingerprint));
      queue.dismiss(
        (job) => job.eventId === eventId && (job.state === 'done' || fingerprints.has(job.fingerprint)),
      );
      queue.add(files, { eventId, uploader });
      setStartedFingerprints(fingerprints);
    } catch {
      toast(toasts.uploadErrored, 'bad');
    } finally {
      setStarting(false);
    }
  };
  return { startedFingerprints, isStarting, start };
}

/** Closes the dialog once "complete" has been shown. */
function useCloseOnceComplete(isComplete: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isComplete) return;
    const timer = setTimeout(onClose, CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isComplete, onClose]);
}
