import DownloadIcon from 'lucide-react/icons/download';
import InfoIcon from 'lucide-react/icons/ellipsis';
import PlayIcon from 'lucide-react/icons/play';
import TrashIcon from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatTaken } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/button.tsx';
import { IconAnchor } from '../../ui/icon-anchor.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './tile.module.css';

type TileProps = {
  item: MediaView;
  /** Its number in the gallery, from 1, and its width in pixels. */
  position: number;
  width: number;
  downloadHref: string;
  /** One's own file, shown until our own picture of it is made. */
  preview: ReactNode;
  vote: ReactNode;
  /** Called with the element that shows the picture. */
  onOpen: (frame: HTMLElement) => void;
  /** For the event's creator only. */
  onDelete?: () => void;
  onBroken: () => void;
};

/** The button that was pressed is gone. */
const takeFocus = (video: HTMLVideoElement | null) => video?.focus({ preventScroll: true });

/** One photo or video with what belongs to it. */
export function Tile(props: TileProps) {
  const { item, width, position } = props;
  const [isPlaying, setPlaying] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const noun = item.kind === 'video' ? 'Video' : 'Photo';
  if (isPlaying && item.playUrl) {
    return (
      <div className={styles.tile}>
        <div className={styles.frame}>
          <video
            ref={takeFocus}
            className={styles.video}
            src={item.playUrl}
            poster={item.renditions.tile?.url}
            aria-label={`${noun} ${position}`}
            controls
            autoPlay
            playsInline
            onEnded={() => setPlaying(false)}
          >
            {/* What guests film has no captions. */}
            <track kind="captions" />
          </video>
        </div>
      </div>
    );
  }
  return (
    <div
      className={classNames(styles.tile, isOpen && styles.open)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className={styles.frame}>
        <TilePicture {...props} isFirst={position <= 6} width={width} />
        <button
          type="button"
          className={styles.show}
          aria-label={`${noun} ${position}, uploaded ${formatInstant(item.uploadedAt)}`}
          onClick={(event) => props.onOpen(event.currentTarget.parentElement ?? event.currentTarget)}
        />
      </div>
      {item.status === 'pending' && (
        <div className={styles.badge}>
          <Badge tone="onPicture">Pending Approval</Badge>
        </div>
      )}
      {item.playUrl && (
        <IconButton
          label={`Play video ${position}`}
          tone="onPicture"
          className={styles.play}
          onClick={() => setPlaying(true)}
        >
          <PlayIcon />
        </IconButton>
      )}
      <div className={styles.overlay}>
        <strong>Contributor</strong>
        <span>Uploaded {formatInstant(item.uploadedAt)}</span>
        <span>Taken {formatTaken(item)}</span>
        <div className={styles.tools}>
          <IconAnchor label="Download" tone="onPicture" href={props.downloadHref} download>
            <DownloadIcon />
          </IconAnchor>
          {props.onDelete && (
            <IconButton label="Delete" tone="onPicture" onClick={props.onDelete}>
              <TrashIcon />
            </IconButton>
          )}
        </div>
      </div>
      <div className={styles.vote}>{props.vote}</div>
      <button
        type="button"
        className={styles.more}
        aria-label="Details"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <InfoIcon />
      </button>
    </div>
  );
}

function TilePicture({ item, width, isFirst, preview, onBroken }: TileProps & { isFirst: boolean }) {
  if (item.state === 'unsupported') {
    return <span className={styles.note}>Unsupported file</span>;
  }
  const isReady = item.state === 'ready' && item.renditions.small !== undefined;
  return (
    <>
      {!isReady && <span className={styles.note}>Being prepared</span>}
      {preview}
      {isReady && <Picture media={item} alt="" width={width} isFirst={isFirst} onBroken={onBroken} />}
    </>
  );
}
