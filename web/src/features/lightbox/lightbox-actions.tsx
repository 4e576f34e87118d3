import type { ReactNode } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatCapturedAt } from '../../lib/format-instant.ts';
import { Badge } from '../../ui/badge.tsx';
import { FileButtons } from '../../ui/file-buttons.tsx';
import styles from './lightbox-actions.module.css';

type LightboxActionsProps = {
  item: MediaView;
  vote: ReactNode;
  /** Who sent it, if the viewer may know. */
  sender?: ReactNode;
  /** How the viewer could vote, if they may not, in text: the heart's tooltip only works with a mouse. */
  voteHint: string | undefined;
  downloadHref: string;
  /** Owner only. */
  onDelete?: () => void;
};

/** Actions and dates of the item in the lightbox. */
export function LightboxActions(props: LightboxActionsProps) {
  const { item, vote, sender, voteHint, downloadHref, onDelete } = props;
  return (
    <>
      {vote}
      <p className={styles.facts}>
        {sender && <span className={styles.sender}>{sender}</span>}
        <span>Uploaded {formatInstant(item.uploadedAt)}</span>
        <span>Taken {formatCapturedAt(item)}</span>
        {voteHint && <span>{voteHint}</span>}
      </p>
      {item.status === 'pending' && (
        <span className={styles.status}>
          <Badge tone="onPicture">Pending Approval</Badge>
        </span>
      )}
      <FileButtons downloadHref={downloadHref} onDelete={onDelete} />
    </>
  );
}
