import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../shared/contract/entities.ts';
import { inTurn } from '../lib/in-turn.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
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

type Rendition = NonNullable<MediaView['renditions']['small']>;

/** The renditions to select from, the largest last. */
function renditionsFor({ renditions }: PictureProps['media'], width: number): Rendition[] {
  const { small, tile, screen } = renditions;
  const available = [small, tile, screen].filter((rendition) => rendition !== undefined);
  return width === 0 ? available.slice(0, 1) : available;
}

/** A rendition's URL without its signature, which every answer has anew. */
const fileOf = (rendition: Rendition | undefined) => rendition?.url.split('?')[0];

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

type RetriedImageProps = Pick<PictureProps, 'alt' | 'width' | 'isFirst' | 'isLazy' | 'onBroken'> & {
  renditions: readonly Rendition[];
  className: string;
  /** Called after each render of an image that is complete. */
  onComplete: () => void;
  onLoad: () => void;
};

/** The image in the rendition that the browser selects, retried if it fails. */
function RetriedImage(props: RetriedImageProps) {
  const { width, isFirst } = props;
  const { attempt, isFailing, retry } = useAttempts();
  const renditions = useFirstSigned(props.renditions, isFailing);
  const largest = renditions.at(-1);
  if (!largest) return null;
  return (
    <img
      key={attempt}
      ref={(img) => {
        if (img?.complete && img.naturalWidth > 0) props.onComplete();
      }}
      className={props.className}
      src={largest.url}
      srcSet={width === 0 ? undefined : renditions.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={width === 0 ? undefined : `${Math.round(width)}px`}
      alt={props.alt}
      decoding={isFirst ? 'sync' : 'async'}
      draggable={false}
      loading={props.isLazy ? 'lazy' : undefined}
      fetchPriority={isFirst ? 'high' : 'auto'}
      onLoad={props.onLoad}
      onError={() => {
        props.onBroken?.();
        retry();
      }}
    />
  );
}

/** The renditions as they were signed first, until they fail: the browser would load them again for a new signature. */
function useFirstSigned(renditions: readonly Rendition[], isFailing: boolean): readonly Rendition[] {
  const [first, setFirst] = useState(renditions);
  if (!isFailing && fileOf(first.at(-1)) === fileOf(renditions.at(-1))) return first;
  if (first !== renditions) setFirst(renditions);
  return renditions;
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
  return { attempt, isFailing: failed > attempt, retry: () => setFailed(attempt + 1) };
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
