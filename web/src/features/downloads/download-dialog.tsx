import DownloadIcon from 'lucide-react/icons/download';
import { useState } from 'react';
import type { PhotoSize } from '../../../../shared/values/photo-sizes.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ArchiveProgress } from './archive-progress.tsx';
import { ChooseSize } from './choose-size.tsx';
import styles from './download-dialog.module.css';
import { useArchive } from './use-archive.ts';

type DownloadDialogProps = {
  eventId: string;
  /** Owners download originals. */
  isOwner: boolean;
  guest: GuestFields;
  onClose: () => void;
};

/** Says what the download would be, has the gallery's archive made in the chosen size, and starts the download. */
export default function DownloadDialog({ eventId, isOwner, guest, onClose }: DownloadDialogProps) {
  const [photos, setPhotos] = useState<PhotoSize>();
  const archive = useArchive({ eventId, guest }, photos);
  const { problem } = archive;
  return (
    <Dialog
      title="Download All"
      description={descriptionOf(photos, isOwner)}
      onClose={onClose}
      footer={photos && <ArchiveButtons {...archive} onClose={onClose} />}
    >
      {!photos && <ChooseSize eventId={eventId} guest={guest} onChoose={setPhotos} />}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {photos && !problem && <ArchiveProgress {...archive} />}
    </Dialog>
  );
}

function descriptionOf(photos: PhotoSize | undefined, isOwner: boolean): string {
  if (photos === 'chat') return 'Smaller photos for chats in one file.';
  return photos && isOwner ? 'The originals, as they were uploaded.' : 'All photos and videos in one file.';
}

type ArchiveButtonsProps = Pick<
  ReturnType<typeof useArchive>,
  'view' | 'problem' | 'retry' | 'downloadAgain'
> & { onClose: () => void };

function ArchiveButtons({ view, problem, retry, downloadAgain, onClose }: ArchiveButtonsProps) {
  const isReady = view?.state === 'ready' && !problem;
  const isEmpty = isReady && view.fileCount === 0;
  return (
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
  );
}
