import CloseIcon from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { trapFocus } from './trap-focus.ts';
import { Toaster } from './toaster.tsx';

type DialogProps = {
  /** Mount it to open it, unmount it to close it. */
  onClose: () => void;
  title: ReactNode;
  /** A sentence below the title, read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end; the last one is the one to press. */
  footer?: ReactNode;
  /** `alert` is a question that interrupts; `drawer` slides in from the side. */
  kind?: 'plain' | 'alert' | 'drawer';
  /** False while nothing may close it: work under way. */
  dismissible?: boolean;
  width?: 'narrow' | 'normal' | 'wide';
};

/**
 * A modal dialog on the browser's own `<dialog>`: focus goes in, stays in and comes back, the page behind is
 * inert and does not scroll. The focus goes to `data-autofocus` or to the first control. Escape, the close button and a press on the overlay close it.
 */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, kind = 'plain', dismissible = true, width = 'normal' } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    keepScrollbarGutter();
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closing before removal is what makes the browser give the focus back.
    return () => element?.close();
  }, []);

  useEffect(() => {
    if (dismissible) return undefined;
    // Before it is a request to close: of these, Chromium grants the second one unasked. The focus may be nowhere,
    // so the key is caught on the page.
    const ignoreEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    document.addEventListener('keydown', ignoreEscape);
    return () => document.removeEventListener('keydown', ignoreEscape);
  }, [dismissible]);

  const close = () => dismissible && onClose();
  const onOverlay = usePressOn(dialog, close);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[kind], styles[width])}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={description ? `${id}description` : undefined}
      onCancel={(event) => {
        // A file picker inside also cancels, and its event bubbles here.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // Chromium closes on a second Escape without asking. (Opened again: the close was our own.)
        if (event.target !== dialog.current || dialog.current.open) return;
        if (dismissible) onClose();
        else dialog.current.showModal();
      }}
      onKeyDown={trapFocus}
      {...onOverlay}
    >
      <div className={styles.sheet}>
        <div className={styles.header}>
          <h2 id={`${id}title`}>{title}</h2>
          {kind !== 'alert' && (
            <IconButton label="Close" onClick={close} disabled={!dismissible}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
        {description && (
          <p id={`${id}description`} className={styles.description}>
            {description}
          </p>
        )}
        {props.children && <div className={styles.body}>{props.children}</div>}
        {props.footer && <div className={styles.footer}>{props.footer}</div>}
      </div>
      <Toaster />
    </dialog>
  );
}

/** Scrolling is locked while a dialog is open; where a scrollbar goes away by that, its gutter has to stay. */
function keepScrollbarGutter() {
  const page = document.documentElement;
  if (document.querySelector('dialog:modal')) return;
  page.style.setProperty('--locked-gutter', innerWidth > page.clientWidth ? 'stable' : 'auto');
}

/** A press that starts and ends on the overlay itself: dragging a selection out of a field is none. */
function usePressOn(dialog: { readonly current: HTMLDialogElement | null }, onPress: () => void) {
  const startedThere = useRef(false);
  return {
    onMouseDown: (event: MouseEvent) => {
      startedThere.current = event.target === dialog.current;
    },
    onClick: (event: MouseEvent) => {
      if (startedThere.current && event.target === dialog.current) onPress();
      startedThere.current = false;
    },
  };
}
