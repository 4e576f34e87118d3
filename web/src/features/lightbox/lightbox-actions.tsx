import type { ReactNode } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatFileSize } from '../../lib/format-file-size.ts';
import { formatInstant, formatCapturedAt } from '../../lib/format-instant.ts';
import { Badge } from '../../ui/badge.tsx';
import { FileButtons } from '../../ui/file-buttons.tsx';
import styles from './lightbox-actions.module.css';
import { SaveButton } from './save-button.tsx';
import { canSave } from '../../ui/save-file.ts';
import { ShareButton } from './share-button.tsx';

type LightboxActionsProps = {
  item: MediaView;
  vote: ReactNode;
  /** Who sent it, if the viewer may know. */
  sender?: ReactNode;
  /** How the viewer could vote, if they may not, in text: the heart's tooltip only works with a mouse. */
  voteHint: string | undefined;
  downloadHref: string;
  /** What the shared link is called. */
  eventName: string;
  /** Owner only. */
  onDelete?: () => void;
};

/** Actions and dates of the item in the lightbox. */
export function LightboxActions(props: LightboxActionsProps) {
  const { item, vote, sender, voteHint, downloadHref, eventName, onDelete } = props;
  return (
    <>
      <div className={styles.vote}>{vote}</div>
      <p className={styles.facts}>
        {sender && <span className={styles.sender}>{sender}</span>}
        <span>Uploaded {formatInstant(item.uploadedAt)}</span>
        <span>
          Taken {formatCapturedAt(item)}
          {item.downloadSize !== undefined && ` · ${formatFileSize(item.downloadSize)}`}
        </span>
        {voteHint && <span>{voteHint}</span>}
      </p>
      {item.status === 'pending' && (
        <span className={styles.status}>
          <Badge tone="onPicture">Pending Approval</Badge>
        </span>
      )}
      {/* Nobody else could open the link to an item that is not approved. */}
      {item.status === 'approved' && <ShareButton item={item} title={eventName} />}
      {canSave(item) && <SaveButton key={item.id} href={downloadHref} />}
      <FileButtons downloadHref={downloadHref} onDelete={onDelete} />
    </>
  );
}
