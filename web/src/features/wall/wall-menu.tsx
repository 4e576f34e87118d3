import FullScreenIcon from 'lucide-react/icons/maximize';
import PauseIcon from 'lucide-react/icons/circle-pause';
import PlayIcon from 'lucide-react/icons/circle-play';
import QrIcon from 'lucide-react/icons/qr-code';
import CloseIcon from 'lucide-react/icons/x';
import { IconButton } from '../../ui/button.tsx';
import styles from './wall.module.css';

type WallMenuProps = {
  isPaused: boolean;
  hasCode: boolean;
  onPause: () => void;
  onCode: () => void;
  onClose: () => void;
};

/** What can be done with the wall, all of it by keys as well. */
export function WallMenu({ isPaused, hasCode, onPause, onCode, onClose }: WallMenuProps) {
  return (
    <div className={styles.menu} role="toolbar" aria-label="Wall">
      <IconButton
        label={isPaused ? 'Go on' : 'Pause'}
        tone="onPicture"
        aria-keyshortcuts="Space"
        onClick={onPause}
      >
        {isPaused ? <PlayIcon /> : <PauseIcon />}
      </IconButton>
      <IconButton
        label={hasCode ? 'Hide QR code' : 'Show QR code'}
        tone="onPicture"
        aria-pressed={hasCode}
        onClick={onCode}
      >
        <QrIcon />
      </IconButton>
      <IconButton label="Full screen" tone="onPicture" aria-keyshortcuts="F" onClick={toggleFullScreen}>
        <FullScreenIcon />
      </IconButton>
      <IconButton label="Close" tone="onPicture" aria-keyshortcuts="Escape" onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/** Not every browser has it: then the window stays as it is. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  change?.catch(() => {});
}
