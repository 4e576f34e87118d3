import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './gallery-skeleton.module.css';

const SHAPES = ['3 / 4', '4 / 3', '1', '3 / 4', '4 / 3', '3 / 4', '1', '4 / 3', '3 / 4', '1'] as const;

/** The shape of a gallery while its event is on its way. */
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

/** The shape of its photos. */
export function TilesSkeleton() {
  return (
    <div className={styles.tiles} aria-hidden="true">
      {SHAPES.map((aspectRatio, index) => (
        // The list never changes.
        <Skeleton key={`${index}-${aspectRatio}`} width="100%" aspectRatio={aspectRatio} />
      ))}
    </div>
  );
}
