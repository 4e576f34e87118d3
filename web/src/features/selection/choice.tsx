import CheckIcon from 'lucide-react/icons/check';
import { type ChangeEvent, type KeyboardEvent, useSyncExternalStore } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { ChosenItems } from './chosen-items.ts';
import styles from './choice.module.css';
import { choiceBeside } from './choice-beside.ts';

type ChoiceProps = { item: Pick<MediaView, 'id' | 'kind'>; index: number; chosen: ChosenItems };

/** Lies over a tile, to choose it. Arrow keys go to the next one, and choose on the way with Shift. */
export function Choice({ item, index, chosen }: ChoiceProps) {
  const isChosen = useSyncExternalStore(
    chosen.subscribe,
    () => chosen.has(item.id),
    () => false,
  );
  const press = ({ nativeEvent }: ChangeEvent) => {
    // A change of a checkbox is a click.
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) chosen.extendTo(index);
    else chosen.press(index);
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const target = choiceBeside(event.currentTarget, event.key);
    if (!target) return;
    event.preventDefault();
    if (event.shiftKey) {
      if (!isChosen) chosen.press(index);
      chosen.extendTo(target.index);
    }
    target.element.focus();
  };
  return (
    <>
      <input
        ref={giveFocusBack}
        type="checkbox"
        checked={isChosen}
        aria-label={`${item.kind === 'video' ? 'Video' : 'Photo'} ${index + 1}`}
        className={styles.choice}
        onChange={press}
        onKeyDown={move}
      />
      <span className={styles.mark}>{isChosen && <CheckIcon />}</span>
    </>
  );
}

/** The tile takes the focus of what lay over it. */
const giveFocusBack = (choice: HTMLElement | null) => {
  const tile = choice?.parentElement;
  return () => {
    if (choice !== document.activeElement) return;
    // It can be seen a frame later, also where transitions are cut short.
    requestAnimationFrame(() => requestAnimationFrame(() => focusLinkIn(tile)));
  };
};

const focusLinkIn = (tile: Element | null | undefined) =>
  tile?.querySelector('a')?.focus({ preventScroll: true });
