import { type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatTaken } from '../../lib/formats.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './lightbox.module.css';

/** The picture as large as fits, with its own colours in its place until it has come. */
export function Slide({ item, preview }: { item: MediaView; preview: ReactNode }) {
  const [isShown, setShown] = useState(false);
  if (item.state === 'unsupported') return <p className={styles.note}>Unsupported file</p>;
  if (item.kind === 'video' && item.playUrl) {
    return (
      <video
        className={styles.video}
        src={item.playUrl}
        poster={item.renditions.screen?.url}
        aria-label={altOf(item)}
        controls
        autoPlay
        playsInline
      >
        {/* What guests film has no captions. */}
        <track kind="captions" />
      </video>
    );
  }
  const small = item.renditions.small?.url;
  return (
    <>
      {/* The small one is in the cache: it stands in until the large one has come. */}
      {small && !isShown && <img className={styles.standIn} src={small} alt="" aria-hidden="true" />}
      {item.state === 'processing' && <p className={styles.note}>Being prepared</p>}
      {preview && <div className={styles.preview}>{preview}</div>}
      <Picture
        media={item}
        alt={altOf(item)}
        width={innerWidth}
        fit="contain"
        isFirst
        onShown={() => setShown(true)}
      />
    </>
  );
}

function altOf(item: MediaView): string {
  const noun = item.kind === 'video' ? 'Video' : 'Photo';
  return item.capturedAt
    ? `${noun} taken ${formatTaken(item)}`
    : `${noun} uploaded ${formatInstant(item.uploadedAt)}`;
}
