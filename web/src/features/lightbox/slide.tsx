import { type CSSProperties, type ReactNode, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { formatInstant, formatCapturedAt } from '../../lib/format-instant.ts';
import { Picture } from '../../ui/picture.tsx';
import { largeRenditions } from './large-renditions.ts';
import styles from './lightbox.module.css';

type SlideProps = {
  item: MediaView;
  preview: ReactNode;
  /** The picture in full size, once there is one. */
  full?: ReactNode;
  onBroken: () => void;
};

/** One item as large as fits, with a blurred placeholder until it has loaded. */
export function Slide({ item, preview, full, onBroken }: SlideProps) {
  const [isLoaded, setLoaded] = useState(false);
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
        {/* Guests' videos have no captions. */}
        <track kind="captions" />
      </video>
    );
  }
  const small = item.renditions.small?.url;
  return (
    <div className={styles.picture} style={shapeOf(item)} data-large>
      {/* The small rendition is cached: show it until the large one has loaded. */}
      {small && !isLoaded && <img className={styles.standIn} src={small} alt="" aria-hidden="true" />}
      {item.state === 'processing' && <p className={styles.note}>Being prepared</p>}
      {preview && <div className={styles.preview}>{preview}</div>}
      <Picture
        media={{ ...item, renditions: largeRenditions(item) }}
        alt={altOf(item)}
        width={innerWidth}
        fit="contain"
        isFirst
        onLoad={() => setLoaded(true)}
        onBroken={onBroken}
      />
      {full}
    </div>
  );
}

/** As large as fits without cropping, if the aspect ratio is known. */
function shapeOf({ width, height }: MediaView): CSSProperties | undefined {
  if (width === null || height === null) return undefined;
  const ratio = width / height;
  return { width: `min(100cqw, ${ratio * 100}cqh)`, aspectRatio: ratio };
}

function altOf(item: MediaView): string {
  const noun = item.kind === 'video' ? 'Video' : 'Photo';
  return item.capturedAt
    ? `${noun} taken ${formatCapturedAt(item)}`
    : `${noun} uploaded ${formatInstant(item.uploadedAt)}`;
}
