import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './miniature.module.css';

type MiniatureProps = {
  /** On paper, in millimetres. */
  size: { width: number; height: number };
  children: ReactNode;
};

/**
 * Shows what is printed as wide as there is room, and on paper as large as it is. It is laid out in its size on paper and then
 * scaled: laid out smaller, browsers would leave small letters larger than the rest, and lines would break elsewhere.
 */
export function Miniature({ size: { width, height }, children }: MiniatureProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const room = ref.current;
    if (!room) return undefined;
    const scale = () => {
      const { offsetWidth = 1 } = (room.firstElementChild as HTMLElement | null) ?? {};
      room.style.setProperty('--scale', String(room.clientWidth / offsetWidth));
    };
    scale();
    const resized = new ResizeObserver(scale);
    resized.observe(room);
    for (const real of room.children) resized.observe(real);
    return () => resized.disconnect();
  }, []);
  return (
    <div ref={ref} className={styles.room} style={{ '--width': width, '--height': height } as CSSProperties}>
      <div className={styles.real}>{children}</div>
    </div>
  );
}
