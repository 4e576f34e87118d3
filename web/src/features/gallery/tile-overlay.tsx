import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatCapturedAt } from '../../lib/format-instant.ts';
import { FileButtons } from '../../ui/file-buttons.tsx';
import styles from './tile.module.css';

export { warmFormatters } from '../../lib/format-instant.ts';

type TileOverlayProps = {
  item: MediaView;
  downloadHref: string;
  /** Owner only. */
  onDelete: (() => void) | undefined;
};

/** Details and file actions on top of a tile. */
export default function TileOverlay({ item, downloadHref, onDelete }: TileOverlayProps) {
  return (
    <div className={styles.overlay}>
      <strong>Contributor</strong>
      <span>Uploaded {formatInstant(item.uploadedAt)}</span>
      <span>Taken {formatCapturedAt(item)}</span>
      <div className={styles.tools}>
        <FileButtons downloadHref={downloadHref} onDelete={onDelete} />
      </div>
    </div>
  );
}
