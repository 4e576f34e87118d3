import DownloadIcon from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import type { ArchiveView } from '../../../../shared/contract/downloads.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import {
  archiveLabels,
  leftOutLabel,
  ownPendingLabel,
  refusalLabels,
  WAITING_LABELS,
} from './archive-labels.ts';
import { NewerArchive } from './newer-archive.tsx';
import styles from './download-dialog.module.css';
import { useArchive, type WaitingFor } from './use-archive.ts';

type DownloadDialogProps = {
  eventId: string;
  /** Owners download originals. */
  isOwner: boolean;
  guest: GuestFields;
  onClose: () => void;
};

/** Has the gallery's archive made, shows its progress, and starts the download. */
export default function DownloadDialog({ eventId, isOwner, guest, onClose }: DownloadDialogProps) {
  const archive = useArchive({ eventId, guest });
  const { view, problem, retry, downloadAgain } = archive;
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
      {!problem && (
        <div className={styles.progress}>
          {isEmpty ? <Nothing view={view} makeNew={archive.makeNew} /> : <Progress {...archive} />}
          <OwnPending count={view?.ownPending ?? 0} />
        </div>
      )}
    </Dialog>
  );
}

type ProgressProps = Pick<ReturnType<typeof useArchive>, 'view' | 'waitingFor' | 'makeNew'>;

function Progress({ view, waitingFor, makeNew }: ProgressProps) {
  const progress = useRef<HTMLDivElement>(null);
  if (typeof waitingFor === 'object') return <Refused refused={waitingFor} />;
  const { facts, doing, share } = archiveLabels(view);
  const leftOut = leftOutLabel(view?.leftOut ?? 0);
  const isReady = view?.state === 'ready';
  const startNew = () => {
    // The button goes, and the focus with it.
    progress.current?.focus();
    makeNew();
  };
  return (
    <div ref={progress} tabIndex={-1} className={styles.progress}>
      <p className={styles.facts}>{facts}</p>
      <ProgressBar label="Preparing the download" share={share} />
      <p className={styles.doing}>
        {!isReady && !waitingFor && doing}
        <output>{waitingFor ? WAITING_LABELS[waitingFor] : isReady && doing}</output>
      </p>
      {isReady && <NewerArchive key={view.id} view={view} onMakeNew={startNew} />}
      <p className={styles.hint}>
        {isReady
          ? 'It is in your browser’s downloads. If the connection breaks, it goes on from where it was.'
          : 'You can close this: it goes on being prepared, and Download All finds it again.'}
      </p>
      {leftOut && <p className={styles.hint}>{leftOut}</p>}
    </div>
  );
}

function Nothing({ view, makeNew }: { view: ArchiveView; makeNew: () => void }) {
  return (
    <>
      <p className={styles.hint}>
        There is nothing to download yet. New photos can be downloaded as soon as they are prepared.
      </p>
      <NewerArchive key={view.id} view={view} onMakeNew={makeNew} />
    </>
  );
}

function Refused({ refused }: { refused: Exclude<WaitingFor, string> }) {
  const [now] = useState(() => new Date());
  const { reason, from } = refusalLabels(refused, now);
  return (
    <div className={styles.progress}>
      <output>
        {reason} {from}
      </output>
      <p className={styles.hint}>Leave this open, and it begins by itself.</p>
    </div>
  );
}

function OwnPending({ count }: { count: number }) {
  const label = ownPendingLabel(count);
  return label && <p className={styles.hint}>{label}</p>;
}
