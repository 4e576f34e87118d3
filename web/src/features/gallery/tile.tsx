import InfoIcon from 'lucide-react/icons/ellipsis';
import PlayIcon from 'lucide-react/icons/play';
import { type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { drawnWidth } from '../../../../shared/rules/masonry.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './tile.module.css';

export const loadTileOverlay = () => import('./tile-overlay.tsx');
const TileOverlay = lazyWithRetry(loadTileOverlay);

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

/**
 * One photo or video with what belongs to it. Its overlay is not in the page before somebody comes near: most tiles
 * are only looked at, and a third of what they are made of would be for nothing.
 */
export function Tile(props: TileProps) {
  const { item, width, position } = props;
  const [isPlaying, setPlaying] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [hasFocusRing, setFocusRing] = useState(false);
  // It stays, for a dialog that one of its buttons opens gives the focus back to that button.
  const [isReached, setReached] = useState(false);
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
      className={classNames(styles.tile, isOpen && styles.open, hasFocusRing && styles.ringed)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') setReached(true);
      }}
      onFocus={({ target }) => {
        if (!target.matches(':focus-visible')) return;
        setReached(true);
        setFocusRing(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        setOpen(false);
        setFocusRing(false);
      }}
    >
      <div className={styles.frame}>
        <TilePicture {...props} isFirst={position <= 6} width={width} />
        <button
          type="button"
          className={styles.show}
          aria-label={`${noun} ${position}`}
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
      {isReached && <TileOverlay item={item} downloadHref={props.downloadHref} onDelete={props.onDelete} />}
      <div className={styles.vote}>{props.vote}</div>
      <button
        type="button"
        className={styles.more}
        aria-label="Details"
        aria-expanded={isOpen}
        onClick={() => {
          setReached(true);
          setOpen(!isOpen);
        }}
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
      {isReady && (
        <Picture media={item} alt="" width={drawnWidth(item, width)} isFirst={isFirst} onBroken={onBroken} />
      )}
    </>
  );
}
