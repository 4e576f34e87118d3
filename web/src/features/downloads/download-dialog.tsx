import DownloadIcon from 'lucide-react/icons/download';
import type { GuestFields } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { leftOutLabel, archiveLabels, WAITING_LABELS } from './archive-labels.ts';
import styles from './download-dialog.module.css';
import { useArchive } from './use-archive.ts';

type DownloadDialogProps = {
  eventId: string;
  /** Owners download originals. */
  isOwner: boolean;
  guest: GuestFields;
  onClose: () => void;
};

/** Has the gallery's archive made, shows its progress, and starts the download. */
export default function DownloadDialog({ eventId, isOwner, guest, onClose }: DownloadDialogProps) {
  const { view, problem, waitingFor, retry, downloadAgain } = useArchive({ eventId, guest });
  const isReady = view?.state === 'ready' && !problem;
  const isEmpty = isReady && view.fileCount === 0;
  return (
    <Dialog
      title="Download All"
      description={isOwner ? 'The originals, as they were uploaded.' : 'All photos and videos in one file.'}
      onClose={onClose}
      footer={
        <>
          {/* Present from the start, so that nothing moves under the user's finger when the archive is ready. */}
          <Button disabled={!isReady || isEmpty} onClick={() => void downloadAgain()}>
            <DownloadIcon />
            Download again
          </Button>
          {problem ? (
            <Button variant="primary" onClick={retry}>
              Try Again
            </Button>
          ) : (
            <Button variant={isReady ? 'primary' : 'plain'} onClick={onClose}>
              {isReady ? 'Done' : 'Close'}
            </Button>
          )}
        </>
      }
    >
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {isEmpty && (
        <p className={styles.hint}>
          There is nothing to download yet. New photos can be downloaded as soon as they are prepared.
        </p>
      )}
      {!problem && !isEmpty && <Progress view={view} waitingFor={waitingFor} />}
    </Dialog>
  );
}

type ProgressProps = Pick<ReturnType<typeof useArchive>, 'view' | 'waitingFor'>;

function Progress({ view, waitingFor }: ProgressProps) {
  const { facts, doing, share } = archiveLabels(view);
  const leftOut = leftOutLabel(view?.leftOut ?? 0);
  const isReady = view?.state === 'ready';
  return (
    <div className={styles.progress}>
      <p className={styles.facts}>{facts}</p>
      <ProgressBar label="Preparing the download" share={share} />
      <p className={styles.doing}>
        {!isReady && !waitingFor && doing}
        <output>{waitingFor ? WAITING_LABELS[waitingFor] : isReady && doing}</output>
      </p>
      <p className={styles.hint}>
        {isReady
          ? 'It is in your browser’s downloads. If the connection breaks, it goes on from where it was.'
          : 'You can close this: it goes on being prepared, and Download All finds it again.'}
      </p>
      {leftOut && <p className={styles.hint}>{leftOut}</p>}
    </div>
  );
}
