import { useEffect, useRef, useState } from 'react';
import { thumbHashToRGBA } from 'thumbhash';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

type PictureProps = {
  media: Pick<MediaView, 'renditions' | 'blur' | 'color'>;
  alt: string;
  /**
   * Displayed width in CSS pixels, by which the browser selects a rendition. 0 while it is unknown, as on the server: then
   * the smallest is shown, a quarter of the bytes, until the sharp one takes its place.
   */
  width: number;
  /** `contain` shows the whole picture, `cover` crops it to fill the frame. */
  fit?: 'cover' | 'contain';
  /** Whether it is one of the first on the screen. */
  isFirst?: boolean;
  /** Whether it may wait until it comes near the screen. */
  isLazy?: boolean;
  /** Called when loading fails, as it does once the URL's signature has expired. */
  onBroken?: () => void;
  onLoad?: () => void;
};

/** A picture with a blurred placeholder until it has loaded. */
export function Picture({
  media,
  alt,
  width,
  fit = 'cover',
  isFirst,
  isLazy,
  onBroken,
  onLoad,
}: PictureProps) {
  const { small, tile, screen } = media.renditions;
  const [isServerDrawn] = useState(width === 0);
  const available = [small, tile, screen]
    .filter((rendition) => rendition !== undefined)
    .slice(0, width === 0 ? 1 : undefined);
  const [loaded, setLoaded] = useState<{ url: string; from: 'here' | 'away' }>();
  const largest = available.at(-1);
  const isLoaded = loaded !== undefined && loaded.url === largest?.url;
  // The smallest rendition loads long before the sharp one, and the server's page has loaded it already.
  const preloaded =
    isFirst && !isServerDrawn && fit === 'cover' && available.length > 1 ? available[0] : undefined;
  const { attempt, retry } = useAttempts();
  const markLoaded = (from: 'here' | 'away') => {
    if (largest && !isLoaded) setLoaded({ url: largest.url, from });
    onLoad?.();
  };
  return (
    <span
      className={classNames(styles.picture, styles[fit])}
      // Removed once loaded, because pictures may be transparent.
      style={
        isLoaded || width === 0 || fit === 'contain'
          ? undefined
          : {
              backgroundColor: media.color ?? undefined,
              backgroundImage: preloaded && `url(${JSON.stringify(preloaded.url)})`,
            }
      }
    >
      {media.blur && width > 0 && !preloaded && !(isServerDrawn && isFirst) && !isLoaded && (
        <Blur hash={media.blur} delayMs={isFirst ? 0 : BLUR_DELAY_MS} />
      )}
      {largest && (
        <img
          key={attempt}
          // A cached picture is complete at once, and is shown without the fade-in.
          ref={(img) => {
            if (img?.complete && img.naturalWidth > 0 && !isLoaded && !isServerDrawn) markLoaded('here');
          }}
          className={classNames(
            !isServerDrawn &&
              (isLoaded ? loaded.from === 'away' && !preloaded && styles.shown : styles.awaited),
          )}
          src={largest.url}
          srcSet={width === 0 ? undefined : available.map(({ url, width }) => `${url} ${width}w`).join(', ')}
          sizes={width === 0 ? undefined : `${Math.round(width)}px`}
          alt={alt}
          decoding={isFirst ? 'sync' : 'async'}
          draggable={false}
          loading={isLazy ? 'lazy' : undefined}
          fetchPriority={isFirst ? 'high' : 'auto'}
          onLoad={() => markLoaded('away')}
          onError={() => {
            onBroken?.();
            retry();
          }}
        />
      )}
    </span>
  );
}

const PAUSES_MS = [1500, 5000, 15_000];

/** Retries a failed picture after pauses in which its signed URL can be renewed. */
function useAttempts() {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    const pause = PAUSES_MS[failed - 1];
    if (pause === undefined) return;
    const timer = setTimeout(() => setAttempt(failed), pause);
    return () => clearTimeout(timer);
  }, [failed]);
  return { attempt, retry: () => setFailed(attempt + 1) };
}

/** Tiles that are scrolled past faster than this get no blur, because drawing it is the most expensive part of a tile. */
const BLUR_DELAY_MS = 120;

/** A blurred placeholder from about twenty bytes. Source: thumbhash. */
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
    // The picture works without the placeholder.
  }
}
