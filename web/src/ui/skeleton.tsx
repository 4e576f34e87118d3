import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

type SkeletonProps = Pick<CSSProperties, 'width' | 'height' | 'aspectRatio' | 'borderRadius'>;

/** A placeholder for loading content. Hidden from screen readers: the region around it is `aria-busy`. */
export function Skeleton(shape: SkeletonProps) {
  return <span className={styles.skeleton} style={shape} aria-hidden="true" />;
}
