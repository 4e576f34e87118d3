import type { MouseEvent } from 'react';
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

/** A press of the mouse leaves the focus where it is: the menu hides again, and Space stays the key that pauses. */
const withoutFocus = { onMouseDown: (event: MouseEvent) => event.preventDefault() };

/** What can be done with the wall, all of it by keys as well. */
export function WallMenu({ isPaused, hasCode, onPause, onCode, onClose }: WallMenuProps) {
  return (
    <fieldset className={styles.menu} aria-label="Wall">
      <IconButton
        {...withoutFocus}
        label={isPaused ? 'Go on' : 'Pause'}
        tone="onPicture"
        aria-keyshortcuts="Space"
        onClick={onPause}
      >
        {isPaused ? <PlayIcon /> : <PauseIcon />}
      </IconButton>
      <IconButton
        {...withoutFocus}
        label={hasCode ? 'Hide QR code' : 'Show QR code'}
        tone="onPicture"
        onClick={onCode}
      >
        <QrIcon />
      </IconButton>
      <IconButton
        {...withoutFocus}
        label="Full screen"
        tone="onPicture"
        aria-keyshortcuts="F"
        onClick={toggleFullScreen}
      >
        <FullScreenIcon />
      </IconButton>
      <IconButton
        {...withoutFocus}
        label="Close"
        tone="onPicture"
        aria-keyshortcuts="Escape"
        onClick={onClose}
      >
        <CloseIcon />
      </IconButton>
    </fieldset>
  );
}

/** Not every browser has it: then the window stays as it is. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  change?.catch(() => {});
}
