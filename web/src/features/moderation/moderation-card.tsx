import CheckIcon from 'lucide-react/icons/check';
import TrashIcon from 'lucide-react/icons/trash-2';
import CloseIcon from 'lucide-react/icons/x';
import { Link } from 'react-router-dom';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant } from '../../lib/format-instant.ts';
import { pathOfModerationBy } from '../../lib/host-paths.ts';
import { uploaderIdOf, uploaderLabel } from '../../lib/uploader.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import type { Decision } from './actions.ts';
import styles from './moderation-card.module.css';

type ModerationCardProps = {
  item: MediaView;
  isPending: boolean;
  onDecide: (status: Decision) => void;
  /** Undefined for co-hosts, who delete nothing of others. */
  onDelete: (() => void) | undefined;
};

/** One item with the buttons to approve, reject or delete it. */
export function ModerationCard({ item, isPending, onDecide, onDelete }: ModerationCardProps) {
  // What a phone called the file is for the owner and the uploader alone.
  const kind = item.kind === 'video' ? 'video' : 'photo';
  const name = item.originalName ?? `${kind} by ${uploaderLabel(item)}`;
  // Not `disabled`, which would drop the focus of the pressed button.
  const buttonProps = (run: () => void) => ({
    'aria-disabled': isPending || undefined,
    onClick: isPending ? undefined : run,
  });
  return (
    <li className={styles.card} aria-label={name} aria-busy={isPending} tabIndex={-1}>
      <div className={styles.frame}>
        <Preview item={item} name={name} />
      </div>
      {item.originalName !== null && <p className={styles.name}>{item.originalName}</p>}
      <Sender item={item} />
      <p className={styles.time}>Uploaded {formatInstant(item.uploadedAt)}</p>
      <div className={styles.buttons}>
        <Button
          {...buttonProps(() => onDecide('approved'))}
          className={styles.decision}
          aria-label={`Approve ${name}`}
        >
          <CheckIcon />
          Approve
        </Button>
        {item.status === 'pending' && (
          <Button
            {...buttonProps(() => onDecide('rejected'))}
            className={styles.decision}
            aria-label={`Reject ${name}`}
          >
            <CloseIcon />
            Reject
          </Button>
        )}
        {onDelete && (
          <IconButton {...buttonProps(onDelete)} label={`Delete ${name}`} tone="danger">
            <TrashIcon />
          </IconButton>
        )}
      </div>
    </li>
  );
}

/** Who sent it, with the way to all that they sent. */
function Sender({ item }: { item: MediaView }) {
  const id = uploaderIdOf(item);
  const name = <bdi>{uploaderLabel(item)}</bdi>;
  return (
    <p className={styles.sender}>
      by {id === null ? name : <Link to={pathOfModerationBy(item.eventId, id)}>{name}</Link>}
    </p>
  );
}

function Preview({ item, name }: { item: MediaView; name: string }) {
  if (item.state === 'unsupported') return <p className={styles.note}>Unsupported file type</p>;
  if (item.kind === 'video' && item.playUrl) {
    return (
      <video
        className={styles.video}
        src={item.playUrl}
        poster={item.renditions.tile?.url}
        preload="none"
        aria-label={name}
        controls
        playsInline
      >
        {/* Guests' videos have no captions. */}
        <track kind="captions" />
      </video>
    );
  }
  if (item.state === 'processing') return <p className={styles.note}>Being prepared</p>;
  return <Picture media={item} alt={name} width={400} fit="contain" />;
}
