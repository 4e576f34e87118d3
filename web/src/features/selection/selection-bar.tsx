import CloseIcon from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import styles from './selection-bar.module.css';

type SelectionBarProps = {
  count: number;
  onCancel: () => void;
  /** What can be done with the chosen items. */
  children: ReactNode;
};

/** How many items are chosen, what can be done with them, and the way out: at the bottom of the screen. */
export function SelectionBar({ count, onCancel, children }: SelectionBarProps) {
  return (
    <section ref={returnFocus} className={styles.bar} aria-label="Selection">
      <IconButton label="Cancel" onClick={onCancel}>
        <CloseIcon />
      </IconButton>
      <output className={styles.count}>{count === 0 ? 'Select photos' : `${count} selected`}</output>
      {children}
    </section>
  );
}

/** What had the focus is gone with the bar: the button before it, which begins a selection, takes it. */
const returnFocus = (bar: HTMLElement | null) => {
  const button = bar?.previousElementSibling;
  return () => {
    requestAnimationFrame(() => {
      if (document.activeElement === document.body && button instanceof HTMLElement) {
        button.focus({ preventScroll: true });
      }
    });
  };
};
