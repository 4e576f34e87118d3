import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { toasts } from '../../../../shared/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { validateSelection } from './validate-files.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { FilePicker } from './file-picker.tsx';
import { isUnfinished } from './queue/upload-job.ts';
import { Refusals, SelectedFiles } from './selected-files.tsx';
import styles from './upload-dialog.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { loadUploadEngine, useUploadJobs } from './use-uploads.ts';
import { useFileSelection } from './use-file-selection.ts';

/** How long "complete" stands before the dialog goes. */
const CLOSES_AFTER_MS = 2000;

type UploadDialogProps = {
  eventId: string;
  /** Who uploads, as jobs name them. */
  uploader: string;
  onClose: () => void;
};

/** The button that began it is gone. */
const takeFocus = (progress: HTMLElement | null) => progress?.focus();

/** Choosing files, sending them, done. It cannot be closed while files are on their way. */
export default function UploadDialog({ eventId, uploader, onClose }: UploadDialogProps) {
  const client = useQueryClient();
  const jobs = useUploadJobs(eventId);
  const [started, setStarted] = useState<ReadonlySet<string>>();
  const [isStarting, setStarting] = useState(false);
  const { chosen, refusals, pick, remove, settled } = useFileSelection(eventId, jobs);
  const kept = useRestoreFocus();
  const isStarted = started !== undefined;
  const sent = jobs.filter(({ fingerprint }) => started?.has(fingerprint));
  const isBusy = sent.some(isUnfinished);
  const isThrough = sent.length > 0 && !isBusy;
  const isOver = useDroppedFiles(
    useCallback(
      (files: Promise<readonly File[]>) => (isStarted ? toast(toasts.addMoreLater, 'bad') : pick(files)),
      [isStarted, pick],
    ),
  );

  // By the time that the files are chosen there may be no network to load it over.
  useEffect(() => {
    loadUploadEngine(client).catch(() => {});
  }, [client]);

  useEffect(() => {
    if (!isThrough) return;
    const timer = setTimeout(onClose, CLOSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isThrough, onClose]);

  const start = async () => {
    setStarting(true);
    try {
      // What was picked may still be checked: nothing of it stays behind.
      const refusal = validateSelection(await settled());
      if (refusal) return toast(refusal, 'bad');
      const { queue } = await loadUploadEngine(client);
      const files = await settled();
      const prints = new Set(files.map(({ fingerprint }) => fingerprint));
      queue.dismiss(
        (job) => job.eventId === eventId && (job.state === 'done' || prints.has(job.fingerprint)),
      );
      queue.add(files, { eventId, uploader });
      setStarted(prints);
    } catch {
      toast(toasts.uploadErrored, 'bad');
    } finally {
      setStarting(false);
    }
  };

  return (
    <Dialog
      title="Upload Media"
      onClose={onClose}
      dismissible={!isBusy}
      footer={
        isStarted ? undefined : (
          <Button
            variant={chosen.length > 0 ? 'primary' : 'plain'}
            size="large"
            wide
            pending={isStarting}
            onClick={() => void start()}
          >
            Upload {chosen.length} file(s)
          </Button>
        )
      }
    >
      {isStarted ? (
        <div ref={takeFocus} className={styles.part} tabIndex={-1}>
          <UploadProgress jobs={sent} />
        </div>
      ) : (
        <div {...kept} className={styles.part}>
          <FilePicker isSmall={chosen.length > 0} isOver={isOver} onPick={pick} />
          <Refusals refusals={refusals} />
          <SelectedFiles files={chosen} isFixed={isStarting} onRemove={remove} />
        </div>
      )}
    </Dialog>
  );
}
