import CloseIcon from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useNextPerson } from './use-next-person.ts';
import styles from './dialog.module.css';
import { SessionNotice } from './session-notice.tsx';
import { trapFocus } from './trap-focus.ts';
import { Toaster } from './toaster.tsx';

type DialogProps = {
  /** Must unmount the dialog: it is open while mounted. */
  onClose: () => void;
  title: ReactNode;
  /** A sentence below the title, announced when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the end, the main action last. */
  footer?: ReactNode;
  /** `alert` is a question that interrupts; `drawer` slides in from the side. */
  kind?: 'plain' | 'alert' | 'drawer';
  /** False while the dialog must stay open, because work is in progress. */
  dismissible?: boolean;
  width?: 'narrow' | 'normal' | 'wide';
};

/**
 * A modal dialog on the native `<dialog>`: traps and restores the focus, and makes the page behind inert. The focus
 * starts at `data-autofocus` or the first control. Escape, the close button and a click on the overlay close it.
 */
export function Dialog(props: DialogProps) {
  const { onClose, title, description, kind = 'plain', dismissible = true, width = 'normal' } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useModal(dialog);
  useIgnoredEscape(!dismissible);
  // What one person was asked, another one does not answer.
  useNextPerson(() => kind === 'alert' && onClose());
  const close = () => dismissible && onClose();
  const overlayHandlers = useOverlayClick(dialog, close);

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[kind], styles[width])}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={description ? `${id}description` : undefined}
      onCancel={(event) => {
        // The cancel event of a file input inside bubbles up to here.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // Chromium closes on a second Escape without a cancel event. If it is open again, the close was our own.
        if (event.target !== dialog.current || dialog.current.open) return;
        if (dismissible) onClose();
        else dialog.current.showModal();
      }}
      onKeyDown={trapFocus}
      {...overlayHandlers}
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
        <SessionNotice />
        {props.children && <div className={styles.body}>{props.children}</div>}
        {props.footer && <div className={styles.footer}>{props.footer}</div>}
      </div>
      <Toaster />
    </dialog>
  );
}

type DialogRef = { readonly current: HTMLDialogElement | null };

/** Opens the dialog while it is mounted. */
function useModal(dialog: DialogRef) {
  useLayoutEffect(() => {
    const element = dialog.current;
    keepScrollbarGutter();
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // The browser only restores the focus if the dialog is closed before it is removed.
    return () => element?.close();
  }, [dialog]);
}

/** An open dialog locks scrolling. If that removes a scrollbar, its gutter must stay. */
function keepScrollbarGutter() {
  const page = document.documentElement;
  if (document.querySelector('dialog:modal')) return;
  page.style.setProperty('--locked-gutter', innerWidth > page.clientWidth ? 'stable' : 'auto');
}

/**
 * Stops Escape before it becomes a close request: Chromium does not let a page cancel the second one. On the document,
 * because the focus may be nowhere.
 */
function useIgnoredEscape(isIgnored: boolean) {
  useEffect(() => {
    if (!isIgnored) return undefined;
    const ignoreEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    document.addEventListener('keydown', ignoreEscape);
    return () => document.removeEventListener('keydown', ignoreEscape);
  }, [isIgnored]);
}

/** Detects a click that starts and ends on the overlay, unlike a text selection that is dragged out of a field. */
function useOverlayClick(dialog: DialogRef, onPress: () => void) {
  const startedOnOverlay = useRef(false);
  return {
    onMouseDown: (event: MouseEvent) => {
      startedOnOverlay.current = event.target === dialog.current;
    },
    onClick: (event: MouseEvent) => {
      if (startedOnOverlay.current && event.target === dialog.current) onPress();
      startedOnOverlay.current = false;
    },
  };
}
