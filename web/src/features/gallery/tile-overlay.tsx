import DownloadIcon from 'lucide-react/icons/download';
import TrashIcon from 'lucide-react/icons/trash-2';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatTaken } from '../../lib/formats.ts';
import { IconButton } from '../../ui/button.tsx';
import { IconAnchor } from '../../ui/icon-anchor.tsx';
import styles from './tile.module.css';

type TileOverlayProps = {
  item: MediaView;
  downloadHref: string;
  /** For the event's creator only. */
  onDelete: (() => void) | undefined;
};

/** Over a tile: what is known of it, and what can be done with its file. */
export default function TileOverlay({ item, downloadHref, onDelete }: TileOverlayProps) {
  return (
    <div className={styles.overlay}>
      <strong>Contributor</strong>
      <span>Uploaded {formatInstant(item.uploadedAt)}</span>
      <span>Taken {formatTaken(item)}</span>
      <div className={styles.tools}>
        <IconAnchor label="Download" tone="onPicture" href={downloadHref} download>
          <DownloadIcon />
        </IconAnchor>
        {onDelete && (
          <IconButton label="Delete" tone="onPicture" onClick={onDelete}>
            <TrashIcon />
          </IconButton>
        )}
      </div>
    </div>
  );
}
