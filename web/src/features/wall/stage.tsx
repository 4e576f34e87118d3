import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReadyPicture } from './load-picture.ts';
import type { Layer } from './player-view.ts';
import { layOut, type Size } from './spread-layout.ts';
import { DISSOLVE_MS } from './wall-run.ts';
import { ratioOf } from './wall-item.ts';
import styles from './wall.module.css';

/** Of the stage's shorter side. */
const GAP = 0.012;

type StageProps = { stage: RefObject<HTMLDivElement | null>; layers: readonly Layer[] };

/** Spreads above each other, of which the last appears over the one before. */
export function Stage({ stage, layers }: StageProps) {
  const size = useSize(stage);
  return (
    <div ref={stage} className={styles.stage} style={{ '--dissolve': `${DISSOLVE_MS}ms` } as CSSProperties}>
      {layers.map((layer) => (
        <ShownLayer key={layer.key} layer={layer} stage={size} />
      ))}
    </div>
  );
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: innerWidth, height: innerHeight });
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function ShownLayer({ layer: { pictures, isArrival }, stage }: { layer: Layer; stage: Size }) {
  const gap = GAP * Math.min(stage.width, stage.height);
  const sizes = layOut(
    pictures.map(({ item }) => ratioOf(item)),
    stage,
    gap,
  );
  const blur = pictures[0]?.item.blur;
  return (
    <div className={styles.layer} style={{ gap }} data-spread>
      {blur && <Backdrop hash={blur} />}
      {pictures.map((picture, index) => (
        <Frame key={picture.item.id} picture={picture} size={sizes[index]} />
      ))}
      {isArrival && pictures.length > 0 && <p className={styles.moment}>Just added</p>}
    </div>
  );
}

/** The element that was loaded and decoded is the one that is shown, so that nothing is decoded again. */
function Frame({ picture: { element }, size }: { picture: ReadyPicture; size: Size | undefined }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => frame.current?.replaceChildren(element), [element]);
  return <div ref={frame} className={styles.frame} style={size} />;
}

function Backdrop({ hash }: { hash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Without its code there is black.
    import('../../ui/draw-blur.ts').then(
      ({ drawBlur }) => canvas.current && drawBlur(canvas.current, hash),
      () => {},
    );
  }, [hash]);
  return <canvas ref={canvas} className={styles.backdrop} width="1" height="1" aria-hidden="true" />;
}
