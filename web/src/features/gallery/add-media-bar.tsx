import ImagesIcon from 'lucide-react/icons/images';
import PlusIcon from 'lucide-react/icons/plus';
import { useCallback, useRef } from 'react';
import type { LinkProps } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/button.tsx';
import styles from './add-media-bar.module.css';

const YOUR_UPLOADS = 'Your Uploads';

type AddMediaBarProps = {
  /** What pressing the button will do, for example 'Upload as guest'. */
  hint: string;
  /** Nobody new may add media: the hint says so in place of the button. */
  isPaused: boolean;
  isPending: boolean;
  /** Another button is the primary action. */
  isSecond: boolean;
  /** Where the viewer finds their own uploads; undefined for those who can have none. */
  uploadsLink: Pick<LinkProps, 'to' | 'state'> | undefined;
  onPress: () => void;
  /** Preloads what pressing needs. */
  onNear: () => void;
};

/** The gallery's main action, with one's own uploads beside it: fixed to the bottom of the screen on phones, in the header elsewhere. */
export function AddMediaBar(props: AddMediaBarProps) {
  const { hint, isPaused, isPending, isSecond, uploadsLink, onPress, onNear } = props;
  const handOver = useHandedOverFocus();
  return (
    <div className={styles.bar} data-bottom-bar>
      {isPaused ? (
        <p ref={handOver} tabIndex={-1} className={styles.paused}>
          {hint}
        </p>
      ) : (
        <Button
          ref={handOver}
          variant={isSecond ? 'plain' : 'primary'}
          className={styles.button}
          pending={isPending}
          title={hint || undefined}
          onClick={onPress}
          onPointerEnter={onNear}
          onFocus={onNear}
        >
          {!isPending && <PlusIcon />}
          Add Media
        </Button>
      )}
      {uploadsLink && (
        <ButtonLink
          {...uploadsLink}
          className={styles.uploads}
          aria-label={YOUR_UPLOADS}
          title={YOUR_UPLOADS}
        >
          <ImagesIcon />
          <span className={styles.words} aria-hidden="true">
            {YOUR_UPLOADS}
          </span>
        </ButtonLink>
      )}
    </div>
  );
}

/** A ref for two elements that take each other's place: the one that comes takes over the focus of the one that goes. */
function useHandedOverFocus() {
  const hadFocus = useRef(false);
  return useCallback((element: HTMLElement | null) => {
    if (hadFocus.current) element?.focus();
    return () => {
      hadFocus.current = element === document.activeElement;
    };
  }, []);
}
