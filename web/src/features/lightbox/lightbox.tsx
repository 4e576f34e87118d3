import LeftIcon from 'lucide-react/icons/chevron-left';
import RightIcon from 'lucide-react/icons/chevron-right';
import CloseIcon from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { IconButton } from '../../ui/button.tsx';
import { SessionNotice } from '../../ui/session-notice.tsx';
import { trapFocus } from '../../ui/trap-focus.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { useBack } from '../../lib/use-back.ts';
import { FullPicture } from './full-picture.tsx';
import { hideAround } from './hide-around.ts';
import styles from './lightbox.module.css';
import { Slide } from './slide.tsx';
import { useSwipe } from './use-swipe.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomButton } from './zoom-button.tsx';

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
  /** Where the item's file is downloaded from. */
  downloadHref: string;
  onStep: (by: -1 | 1) => void;
  /** Called when a picture fails to load. */
  onBroken: () => void;
  onClose: () => void;
};

/** Shows one photo or video at a time in full screen. */
export default function Lightbox(props: LightboxProps) {
  const { item, previous, next, onStep } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const zoom = useZoom(stage, item);
  const onClose = useOnce(props.onClose);
  const swipe = useSwipe({
    itemId: item?.id,
    hasPrevious: !!previous,
    hasNext: !!next,
    isZoomed: zoom.isZoomed,
    onSwipe: onStep,
  });

  useFocusedModal(dialog);
  useBack(zoom.level !== undefined, zoom.leave);
  usePreload([next, previous]);

  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={item?.kind === 'video' ? 'Video' : 'Photo'}
      aria-modal
      popover="manual"
      tabIndex={-1}
      onKeyDown={(event) => {
        // A dialog over this one has keys of its own.
        if ((event.target as Element).closest('dialog') !== dialog.current) return;
        trapFocus(event);
        // Undoes one thing at a time.
        if (event.key === 'Escape' && !zoom.leave()) onClose();
        if (!isOwnKey(event)) return;
        if (zoom.takeKey(event.key)) event.preventDefault();
        else stepByArrowKey(event.key, onStep);
      }}
    >
      <Header {...props} {...{ zoom, onClose }} />
      <div ref={stage} className={styles.stage} data-zoomable={zoom.isZoomable || undefined} {...swipe}>
        {item && (
          <Slide
            key={item.id}
            item={item}
            preview={props.preview}
            full={<FullPicture href={props.downloadHref} isNeeded={zoom.needsFullSize} />}
            onBroken={props.onBroken}
          />
        )}
      </div>
      <Sides {...{ previous, next, onStep }} />
      <SessionNotice />
      {props.caption && <p className={styles.caption}>{props.caption}</p>}
      <footer className={styles.bar}>{props.actions}</footer>
      <Toaster />
    </dialog>
  );
}

/** Closing goes back by one page, and the dialog stays until that is done: a second Escape must not go back again. */
function useOnce(run: () => void): () => void {
  const isDone = useRef(false);
  return () => {
    if (isDone.current) return;
    isDone.current = true;
    run();
  };
}

/**
 * Opens the dialog over the page while it is mounted, and keeps the focus in it. It is not modal for the browser, which
 * would make every tile inert and style it anew, when it opens and again when it closes.
 */
function useFocusedModal(dialog: { readonly current: HTMLDialogElement | null }): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // Safari has popovers since version 17.
    if ('showPopover' in HTMLElement.prototype) element?.showPopover();
    else element?.show();
    // Focus the dialog itself: arrow keys work at once, and no button shows a focus ring.
    element?.focus();
    const showAround = element && hideAround(element);
    const keepIn = ({ target }: FocusEvent) => {
      const isBehind = !element?.contains(target as Node) && !(target as Element).closest('dialog');
      if (isBehind) element?.focus();
    };
    document.addEventListener('focusin', keepIn);
    return () => {
      document.removeEventListener('focusin', keepIn);
      showAround?.();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [dialog]);
  useLayoutEffect(() => keepFocus(dialog.current));
}

/** Refocuses the dialog when the focused button was disabled or removed, or the keyboard would stop working. */
function keepFocus(dialog: HTMLDialogElement | null): void {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.matches(':disabled')) dialog?.focus();
}

type HeaderProps = LightboxProps & { zoom: ReturnType<typeof useZoom> };

function Header({ item, position, count, zoom, onClose }: HeaderProps) {
  return (
    <header className={styles.bar}>
      {/* The live region is rendered before its text, so that each step is read out. */}
      <output className={styles.position}>{item && position > 0 && `${position} of ${count}`}</output>
      {zoom.isZoomable && <ZoomButton level={zoom.level} onToggle={zoom.toggle} />}
      <IconButton label="Close" tone="onPicture" onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </header>
  );
}

type SidesProps = Pick<LightboxProps, 'previous' | 'next' | 'onStep'>;

function Sides({ previous, next, onStep }: SidesProps) {
  return (
    <div className={styles.sides}>
      <IconButton label="Previous" tone="onPicture" disabled={!previous} onClick={() => onStep(-1)}>
        <LeftIcon />
      </IconButton>
      <IconButton label="Next" tone="onPicture" disabled={!next} onClick={() => onStep(1)}>
        <RightIcon />
      </IconButton>
    </div>
  );
}

/** Whether a key is the lightbox's own: neither the browser's, nor a video's for its controls. */
function isOwnKey(event: KeyboardEvent): boolean {
  return !(event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey);
}

function stepByArrowKey(key: string, onStep: LightboxProps['onStep']): void {
  if (key === 'ArrowLeft') onStep(-1);
  if (key === 'ArrowRight') onStep(1);
}

/** Preloads the neighbours' pictures. */
function usePreload(items: readonly (MediaView | undefined)[]): void {
  const addresses = items.map((item) => item?.renditions.screen?.url ?? '').join(' ');
  useEffect(() => {
    for (const address of addresses.split(' ')) if (address) new Image().src = address;
  }, [addresses]);
}
