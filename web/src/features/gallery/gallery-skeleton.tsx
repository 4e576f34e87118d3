import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './gallery-skeleton.module.css';

const SHAPES = ['3 / 4', '4 / 3', '1', '3 / 4', '4 / 3', '3 / 4', '1', '4 / 3', '3 / 4', '1'] as const;

/** Shown while the event is loading. */
export function GallerySkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <output className={styles.words}>Loading event</output>
      <Skeleton width="min(420px, 70%)" height={42} />
      <Skeleton width="min(240px, 50%)" height={20} />
      <TilesSkeleton />
    </div>
  );
}

/** Shown while the photos are loading. */
export function TilesSkeleton() {
  return (
    <div className={styles.tiles} aria-hidden="true">
      {SHAPES.map((aspectRatio, index) => (
        // The index is a safe key, because the list never changes.
        <Skeleton key={`${index}-${aspectRatio}`} width="100%" aspectRatio={aspectRatio} />
      ))}
    </div>
  );
}
