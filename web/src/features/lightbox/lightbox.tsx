import LeftIcon from 'lucide-react/icons/chevron-left';
import RightIcon from 'lucide-react/icons/chevron-right';
import CloseIcon from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { IconButton } from '../../ui/button.tsx';
import { SessionNotice } from '../../ui/session-notice.tsx';
import { trapFocus } from '../../ui/trap-focus.ts';
import { Toaster } from '../../ui/toaster.tsx';
import styles from './lightbox.module.css';
import { Slide } from './slide.tsx';
import { useSwipe } from './use-swipe.ts';

type LightboxProps = {
  /** Undefined while a linked item is loading. */
  item: MediaView | undefined;
  previous: MediaView | undefined;
  next: MediaView | undefined;
  /** From 1; 0 while unknown. */
  position: number;
  count: number;
  actions: ReactNode;
  caption: ReactNode;
  /** The uploader's local file, while there are no renditions. */
  preview: ReactNode;
  onStep: (by: -1 | 1) => void;
  /** Called when a picture fails to load. */
  onBroken: () => void;
  onClose: () => void;
};

/** Shows one photo or video at a time in full screen. */
export default function Lightbox(props: LightboxProps) {
  const { item, previous, next, onStep, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipe({
    itemId: item?.id,
    hasPrevious: !!previous,
    hasNext: !!next,
    onSwipe: onStep,
  });

  useFocusedModal(dialog);
  usePreload([next, previous]);

  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={item?.kind === 'video' ? 'Video' : 'Photo'}
      tabIndex={-1}
      onKeyDown={(event) => {
        trapFocus(event);
        stepByArrowKey(event, onStep);
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.bar}>
        {/* The live region is rendered before its text, so that each step is read out. */}
        <output className={styles.position}>
          {item && props.position > 0 && `${props.position} of ${props.count}`}
        </output>
        <IconButton label="Close" tone="onPicture" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={styles.stage} {...swipe}>
        {item && <Slide key={item.id} item={item} preview={props.preview} onBroken={props.onBroken} />}
      </div>
      <div className={styles.sides}>
        <IconButton label="Previous" tone="onPicture" disabled={!previous} onClick={() => onStep(-1)}>
          <LeftIcon />
        </IconButton>
        <IconButton label="Next" tone="onPicture" disabled={!next} onClick={() => onStep(1)}>
          <RightIcon />
        </IconButton>
      </div>
      <SessionNotice />
      {props.caption && <p className={styles.caption}>{props.caption}</p>}
      <footer className={styles.bar}>{props.actions}</footer>
      <Toaster />
    </dialog>
  );
}

/** Opens the dialog while it is mounted, and keeps the focus in it. */
function useFocusedModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Focus the dialog itself: arrow keys work at once, and no button shows a focus ring.
    element?.focus();
    // The browser only restores the focus if the dialog is closed before it is removed.
    return () => element?.close();
  }, [dialog]);
  useLayoutEffect(() => keepFocus(dialog.current));
}

/** Refocuses the dialog when the focused button was disabled or removed, or the keyboard would stop working. */
function keepFocus(dialog: HTMLDialogElement | null): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches(':disabled')) dialog?.focus();
}

function stepByArrowKey(event: KeyboardEvent, onStep: LightboxProps['onStep']): void {
  // A video's controls use the arrow keys, too.
  if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') onStep(-1);
  if (event.key === 'ArrowRight') onStep(1);
}

/** Preloads the neighbours' pictures. */
function usePreload(items: readonly (MediaView | undefined)[]): void {
  const addresses = items.map((item) => item?.renditions.screen?.url ?? '').join(' ');
  useEffect(() => {
    for (const address of addresses.split(' ')) if (address) new Image().src = address;
  }, [addresses]);
}
