import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** Part of the HTML standard; TypeScript does not know it yet. */
type CloseWatcher = EventTarget & { destroy: () => void };
type BackWindow = Partial<Pick<Window, 'navigation'>> & { CloseWatcher?: new () => CloseWatcher };

/**
 * While `isTaken`, Back undoes something on the page and does not leave it: on Android its gesture (CloseWatcher, which hears
 * Escape, too), elsewhere the browser's button (Navigation API). Where a browser has neither, Back leaves.
 * @param isCovered whether something lies over it when the button is pressed, which is then what goes back
 */
export function useBack(isTaken: boolean, run: () => void, isCovered = () => false): void {
  const latest = useLatest({ run, isCovered });
  useEffect(
    () =>
      isTaken
        ? takeBack(
            () => latest.current.run(),
            () => latest.current.isCovered(),
          )
        : undefined,
    [isTaken, latest],
  );
}

function takeBack(run: () => void, isCovered: () => boolean): () => void {
  const { CloseWatcher, navigation } = window as BackWindow;
  const watcher = CloseWatcher && new CloseWatcher();
  watcher?.addEventListener('close', run);
  const listen = (event: NavigateEvent) => {
    // What the page itself goes back for is meant to leave.
    if (!event.cancelable || !event.userInitiated || event.navigationType !== 'traverse') return;
    if (isCovered()) return;
    if (event.destination.index !== (navigation?.currentEntry?.index ?? 0) - 1) return;
    event.preventDefault();
    run();
  };
  navigation?.addEventListener('navigate', listen);
  return () => {
    watcher?.destroy();
    navigation?.removeEventListener('navigate', listen);
  };
}
