import { useMemo } from 'react';
import { drawQrCode } from '../../lib/qr-drawing.ts';
import styles from './wall.module.css';

type InvitationProps = {
  name: string;
  link: string;
  /** In the middle of a wall without pictures. */
  isLarge: boolean;
};

/** The event's name, and the code that leads to it. */
export function Invitation({ name, link, isLarge }: InvitationProps) {
  const { size, path } = useMemo(() => drawQrCode(link, 'M'), [link]);
  return (
    <section className={styles.invitation} data-large={isLarge || undefined} aria-label="Add your photos">
      <svg
        className={styles.code}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the event link"
      >
        <path d={path} shapeRendering="crispEdges" />
      </svg>
      <div className={styles.words}>
        <h1 className={styles.name}>
          <bdi>{name}</bdi>
        </h1>
        <p className={styles.add}>Add your photos</p>
      </div>
    </section>
  );
}
