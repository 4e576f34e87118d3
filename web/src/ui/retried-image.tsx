import { useEffect, useState } from 'react';
import type { MediaView } from '../../../shared/contract/entities.ts';

export type Rendition = NonNullable<MediaView['renditions']['small']>;

/** A rendition's URL without its signature, which every answer has anew. */
export const fileOf = (rendition: Rendition | undefined): string | undefined => rendition?.url.split('?')[0];

type RetriedImageProps = {
  /** To select from, the largest last. */
  renditions: readonly Rendition[];
  alt: string;
  /** Displayed width in CSS pixels; 0 while it is unknown. */
  width: number;
  /** Whether it is one of the first on the screen. */
  isFirst: boolean;
  /** Whether it may wait until it comes near the screen. */
  isLazy: boolean | undefined;
  className: string;
  /** Called when loading fails, as it does once the URL's signature has expired. */
  onBroken: (() => void) | undefined;
  /** Called after each render of an image that is complete. */
  onComplete: () => void;
  onLoad: () => void;
};

/** The image in the rendition that the browser selects, retried if it fails. */
export function RetriedImage(props: RetriedImageProps) {
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
