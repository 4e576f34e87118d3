import InfoIcon from 'lucide-react/icons/ellipsis';
import PlayIcon from 'lucide-react/icons/play';
import { type FocusEvent, type MouseEvent, type PointerEvent, type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { drawnWidth } from '../../../../shared/rules/masonry.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatLength } from '../../lib/format-length.ts';
import { lazyWithRetry } from '../../lib/lazy-with-retry.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './tile.module.css';

const TileOverlay = lazyWithRetry(() => import('./tile-overlay.tsx'));

type TileProps = {
  item: MediaView;
  /** Position in the gallery, from 1. */
  position: number;
  /** CSS pixels; 0 while it is unknown. */
  width: number;
  /** The page with the item in the lightbox. */
  href: string;
  downloadHref: string;
  /** The uploader's local file, shown until its renditions exist. */
  preview: ReactNode;
  vote: ReactNode;
  /** Called with the element that contains the picture. */
  onOpen: (frame: HTMLElement) => void;
  /** Lies over the tile, which then does nothing else. */
  cover?: ReactNode;
  /** Owner only. */
  onDelete?: () => void;
  onBroken: () => void;
};

/**
 * One photo or video in the gallery. The overlay, a third of a tile's elements, is only rendered on first hover or
 * focus, because most tiles are just looked at.
 */
export function Tile(props: TileProps) {
  const { item, position, cover, downloadHref, onDelete } = props;
  const [video, setVideo] = useState<'still' | 'playing' | 'ended'>('still');
  const overlay = useOverlay();
  const label = `${item.kind === 'video' ? 'Video' : 'Photo'} ${position}`;
  if (video === 'playing' && item.playUrl && !cover) {
    return (
      <div className={styles.tile}>
        <div className={styles.frame}>
          <PlayingVideo {...{ item, label }} src={item.playUrl} onEnded={() => setVideo('ended')} />
        </div>
      </div>
    );
  }
  return (
    <div
      className={classNames(
        styles.tile,
        !!cover && styles.covered,
        overlay.isOpen && styles.open,
        overlay.hasFocusRing && styles.ringed,
      )}
      {...overlay.handlers}
    >
      {cover}
      <div className={styles.frame}>
        <TilePicture {...props} />
        <ShowLink {...props} label={label} />
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
          // Once the video has ended, which had the focus and is removed.
          ref={video === 'ended' ? takeFocus : undefined}
          onClick={() => setVideo('playing')}
        >
          <PlayIcon />
        </IconButton>
      )}
      <VideoLength seconds={item.durationSeconds} />
      {overlay.isRendered && <TileOverlay {...{ item, downloadHref, onDelete }} />}
      <div className={styles.vote}>{props.vote}</div>
      <button
        type="button"
        className={styles.more}
        aria-label="Details"
        aria-expanded={overlay.isOpen}
        onClick={overlay.toggle}
      >
        <InfoIcon />
      </button>
    </div>
  );
}

const VideoLength = ({ seconds }: { seconds: number | null }) =>
  seconds !== null && <span className={styles.length}>{formatLength(seconds)}</span>;

/** Whether a tile's overlay is rendered and opened, and whether the tile has the keyboard's focus. */
function useOverlay() {
  // Never unset: a dialog opened from the overlay returns the focus to its button.
  const [isRendered, setRendered] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [hasFocusRing, setFocusRing] = useState(false);
  const toggle = () => {
    setRendered(true);
    setOpen(!isOpen);
  };
  const handlers = {
    onPointerEnter({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') setRendered(true);
    },
    onFocus({ target }: FocusEvent) {
      if (!target.matches(':focus-visible')) return;
      setRendered(true);
      setFocusRing(true);
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (currentTarget.contains(relatedTarget)) return;
      setOpen(false);
      setFocusRing(false);
    },
  };
  return { isRendered, isOpen, hasFocusRing, toggle, handlers };
}

/** Takes the focus when rendered: the video from its play button, which it replaces, and the button from the video. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

type PlayingVideoProps = { item: MediaView; label: string; src: string; onEnded: () => void };

function PlayingVideo({ item, label, src, onEnded }: PlayingVideoProps) {
  return (
    <video
      ref={takeFocus}
      className={styles.video}
      src={src}
      poster={item.renditions.tile?.url}
      aria-label={label}
      controls
      autoPlay
      playsInline
      onEnded={onEnded}
    >
      {/* Guests' videos have no captions. */}
      <track kind="captions" />
    </video>
  );
}

/** Opens the lightbox. Pressed before its code is there, it leads to the page that opens with the lightbox. */
function ShowLink({ label, href, onOpen }: TileProps & { label: string }) {
  const open = (event: MouseEvent<HTMLElement>) => {
    // A new tab or window, or a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(event.currentTarget.parentElement ?? event.currentTarget);
  };
  return <a href={href} className={styles.show} aria-label={label} onClick={open} />;
}

/** Pictures that load first. On the server's page they are fewer, because none is known to be in view and code has to follow. */
const FIRST_PICTURES = 6;
const FIRST_PICTURES_OF_SERVER = 4;

function TilePicture({ item, width, position, preview, onBroken }: TileProps) {
  const isFirst = position <= (width === 0 ? FIRST_PICTURES_OF_SERVER : FIRST_PICTURES);
  if (item.state === 'unsupported') {
    return <span className={styles.note}>Unsupported file</span>;
  }
  const isReady = item.state === 'ready' && item.renditions.small !== undefined;
  return (
    <>
      {!isReady && <span className={styles.note}>Being prepared</span>}
      {preview}
      {isReady && (
        <Picture
          media={item}
          alt=""
          width={drawnWidth(item, width)}
          isFirst={isFirst}
          isLazy={width === 0 && !isFirst}
          onBroken={onBroken}
        />
      )}
    </>
  );
}
