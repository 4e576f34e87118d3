import DownloadIcon from 'lucide-react/icons/download';
import type { GuestFields } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ArchiveProgress } from './archive-progress.tsx';
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
      {!problem && <ArchiveProgress {...archive} />}
    </Dialog>
  );
}
