import type { ReactNode } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatCapturedAt } from '../../lib/format-instant.ts';
import { Badge } from '../../ui/badge.tsx';
import { FileButtons } from '../../ui/file-buttons.tsx';
import styles from './lightbox-actions.module.css';

type LightboxActionsProps = {
  item: MediaView;
  vote: ReactNode;
  /** Why one cannot vote, where that is so: a button that is off tells it to nobody but a mouse. */
  voteHint: string | undefined;
  downloadHref: string;
  /** For the event's creator only. */
  onDelete?: () => void;
};

/** What can be done with the photo that is shown, and what is known of it. */
export function LightboxActions({ item, vote, voteHint, downloadHref, onDelete }: LightboxActionsProps) {
  return (
    <>
      {vote}
      <p className={styles.facts}>
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
