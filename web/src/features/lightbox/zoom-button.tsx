import ZoomInIcon from 'lucide-react/icons/zoom-in';
import ZoomOutIcon from 'lucide-react/icons/zoom-out';
import { IconButton } from '../../ui/button.tsx';
import styles from './lightbox.module.css';
import type { ZoomLevel } from './zoom-view.ts';

type ZoomButtonProps = { level: ZoomLevel; onToggle: () => void };

/** Between the whole photo and a close-up, for those who neither tap twice nor have a wheel. */
export function ZoomButton({ level, onToggle }: ZoomButtonProps) {
  const isZoomed = level !== undefined;
  return (
    <>
      <output className={styles.level}>{isZoomed && `${Math.round(level * 100)} %`}</output>
      <IconButton label={isZoomed ? 'Zoom Out' : 'Zoom In'} tone="onPicture" onClick={onToggle}>
        {isZoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
      </IconButton>
    </>
  );
}
