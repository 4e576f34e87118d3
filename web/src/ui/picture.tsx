import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { inTurn } from '../lib/in-turn.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';
import { fileOf, type Rendition, RetriedImage } from './retried-image.tsx';

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

/** A picture with a placeholder until it has loaded. */
export function Picture(props: PictureProps) {
  const { media, alt, fit = 'cover', isFirst = false, isLazy, onBroken, onLoad } = props;
  const [isServerDrawn] = useState(props.width === 0);
  const width = useSharpWidth(props.width, isServerDrawn);
  const renditions = renditionsFor(media, width);
  const [loadedFrom, setLoadedFrom] = useLoadedFrom(fileOf(renditions.at(-1)));
  const isAwaited = loadedFrom === undefined && width > 0;
  const placeholder = placeholderFor({ isFirst, isServerDrawn, fit, renditionCount: renditions.length });
  const preloaded = placeholder === 'smallest' ? renditions[0] : undefined;
  const markLoaded = (from: 'here' | 'away') => {
    setLoadedFrom(from);
    onLoad?.();
  };
  return (
    <span
      className={classNames(styles.picture, styles[fit])}
      // Removed once loaded, because pictures may be transparent.
      style={isAwaited && fit === 'cover' ? backgroundOf(media, preloaded) : undefined}
    >
      {isAwaited && placeholder === 'blur' && media.blur && (
        <Blur hash={media.blur} delayMs={isFirst ? 0 : BLUR_DELAY_MS} />
      )}
      <RetriedImage
        {...{ renditions, alt, width, isFirst, isLazy, onBroken }}
        className={classNames(!isServerDrawn && fadeInFor(loadedFrom, placeholder))}
        // A cached picture is complete at once, and is shown without the fade-in.
        onComplete={() => {
          if (loadedFrom === undefined && !isServerDrawn) markLoaded('here');
        }}
        onLoad={() => markLoaded('away')}
      />
    </span>
  );
}

/** The width, once it is this picture's turn to become sharp. Those that the server drew take turns, each in a task of its own. */
function useSharpWidth(width: number, isServerDrawn: boolean): number {
  const [hasTurn, setTurn] = useState(!isServerDrawn);
  const waits = !hasTurn && width > 0;
  useEffect(() => {
    if (waits) inTurn(() => setTurn(true));
  }, [waits]);
  return hasTurn ? width : 0;
}

/** The renditions to select from, the largest last. */
function renditionsFor({ renditions }: PictureProps['media'], width: number): Rendition[] {
  const { small, tile, screen } = renditions;
  const available = [small, tile, screen].filter((rendition) => rendition !== undefined);
  return width === 0 ? available.slice(0, 1) : available;
}

/** From where this file has loaded; undefined until it has. */
function useLoadedFrom(file: string | undefined) {
  const [loaded, setLoaded] = useState<{ file: string; from: 'here' | 'away' }>();
  const loadedFrom = loaded?.file === file ? loaded?.from : undefined;
  const setLoadedFrom = (from: 'here' | 'away') => {
    if (file !== undefined && loadedFrom === undefined) setLoaded({ file, from });
  };
  return [loadedFrom, setLoadedFrom] as const;
}

type Placeholder = 'blur' | 'smallest' | 'none';

type PlaceholderInput = Required<Pick<PictureProps, 'isFirst' | 'fit'>> & {
  isServerDrawn: boolean;
  renditionCount: number;
};

/** What stands in for a picture until it has loaded, apart from its colour. */
function placeholderFor({ isFirst, isServerDrawn, fit, renditionCount }: PlaceholderInput): Placeholder {
  if (!isFirst) return 'blur';
  if (isServerDrawn) return 'none';
  // The smallest rendition loads long before the sharp one, and the server's page has loaded it already.
  return fit === 'cover' && renditionCount > 1 ? 'smallest' : 'blur';
}

function backgroundOf({ color }: PictureProps['media'], preloaded: Rendition | undefined): CSSProperties {
  return {
    backgroundColor: color ?? undefined,
    backgroundImage: preloaded && `url(${JSON.stringify(preloaded.url)})`,
  };
}

/** Hides a picture until it has loaded. Then it fades in, unless it was here or the smallest rendition is behind it. */
function fadeInFor(loadedFrom: 'here' | 'away' | undefined, placeholder: Placeholder) {
  if (loadedFrom === undefined) return styles.awaited;
  return loadedFrom === 'away' && placeholder !== 'smallest' && styles.shown;
}

/** Tiles that are scrolled past faster than this get no blur, because drawing it is the most expensive part of a tile. */
const BLUR_DELAY_MS = 120;

/** A blurred placeholder from about twenty bytes. Most pictures are there before its code is needed. */
function Blur({ hash, delayMs }: { hash: string; delayMs: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      // Without its code there is the picture's colour.
      import('./draw-blur.ts').then(
        async ({ drawBlur }) => {
          // Many pictures wait for the same code: each is drawn in a task of its own.
          await yieldToMain();
          if (canvas.current) drawBlur(canvas.current, hash);
        },
        () => {},
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [hash, delayMs]);
  return <canvas ref={canvas} className={styles.blur} width="1" height="1" aria-hidden="true" />;
}
