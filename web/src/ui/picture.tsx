import { useEffect, useRef, useState } from 'react';
import { thumbHashToRGBA } from 'thumbhash';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

type PictureProps = {
  media: Pick<MediaView, 'renditions' | 'blur' | 'color'>;
  alt: string;
  /** How wide it is shown, in CSS pixels: what the browser chooses a rendition by. */
  width: number;
  /** `contain` shows all of it, `cover` fills the place. */
  fit?: 'cover' | 'contain';
  /** One of the first on the screen. */
  isFirst?: boolean;
  /** The address answered with an error, as it does once its signature is too old. */
  onBroken?: () => void;
  onShown?: () => void;
};

/** A picture in the place it fills: its colours at once, and itself over them when it has come. */
export function Picture({ media, alt, width, fit = 'cover', isFirst, onBroken, onShown }: PictureProps) {
  const { small, tile, screen } = media.renditions;
  const known = [small, tile, screen].filter((rendition) => rendition !== undefined);
  const [shown, setShown] = useState<{ url: string; from: 'here' | 'away' }>();
  const largest = known.at(-1);
  const isShown = shown !== undefined && shown.url === largest?.url;
  // The page may have come with the smallest already; else it is there long before the sharp one.
  const ahead = isFirst && fit === 'cover' && known.length > 1 ? known[0] : undefined;
  const { attempt, tryAgain } = useAttempts();
  const show = (from: 'here' | 'away') => {
    if (largest && !isShown) setShown({ url: largest.url, from });
    onShown?.();
  };
  return (
    <span
      className={classNames(styles.picture, styles[fit])}
      // Not behind what is transparent.
      style={
        isShown || fit === 'contain'
          ? undefined
          : {
              backgroundColor: media.color ?? undefined,
              backgroundImage: ahead && `url(${JSON.stringify(ahead.url)})`,
            }
      }
    >
      {media.blur && !ahead && !isShown && <Blur hash={media.blur} delayMs={isFirst ? 0 : SCROLLED_BY_MS} />}
      {largest && (
        <img
          key={attempt}
          // A picture that was on the screen before has come already, and does not come once more.
          ref={(img) => {
            if (img?.complete && img.naturalWidth > 0 && !isShown) show('here');
          }}
          className={classNames(isShown ? shown.from === 'away' && !ahead && styles.shown : styles.awaited)}
          src={largest.url}
          srcSet={known.map(({ url, width }) => `${url} ${width}w`).join(', ')}
          sizes={`${Math.round(width)}px`}
          alt={alt}
          decoding={isFirst ? 'sync' : 'async'}
          draggable={false}
          fetchPriority={isFirst ? 'high' : 'auto'}
          onLoad={() => show('away')}
          onError={() => {
            onBroken?.();
            tryAgain();
          }}
        />
      )}
    </span>
  );
}

const PAUSES_MS = [1500, 5000, 15_000];

/** A picture that was refused is asked for again, after a pause in which the right to see it can be renewed. */
function useAttempts() {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    const pause = PAUSES_MS[failed - 1];
    if (pause === undefined) return;
    const timer = setTimeout(() => setAttempt(failed), pause);
    return () => clearTimeout(timer);
  }, [failed]);
  return { attempt, tryAgain: () => setFailed(attempt + 1) };
}

/** Whoever scrolls this fast sees one colour: drawing costs more than all else of a tile. */
const SCROLLED_BY_MS = 120;

/** The picture's colours in some twenty bytes. Source: thumbhash. */
function Blur({ hash, delayMs }: { hash: string; delayMs: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => canvas.current && draw(canvas.current, hash), delayMs);
    return () => clearTimeout(timer);
  }, [hash, delayMs]);
  return <canvas ref={canvas} className={styles.blur} width="1" height="1" aria-hidden="true" />;
}

function draw(canvas: HTMLCanvasElement, hash: string): void {
  try {
    const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(hash), (char) => char.charCodeAt(0)));
    canvas.width = w;
    canvas.height = h;
    canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  } catch {
    // A hash that cannot be read is no reason not to show the picture.
  }
}
