import { useEffect } from 'react';
import { useLatest } from '../../lib/use-latest.ts';
import { toggleFullScreen } from './wall-menu.tsx';

type WallKeys = { onPause: () => void; onNext: () => void; onBack: () => void; onClose: () => void };

/** Space, the arrows, F and Escape, wherever the focus is. */
export function useWallKeys(keys: WallKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const action = actionOf(event, latest.current);
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [latest]);
}

function actionOf({ key, target, repeat }: KeyboardEvent, keys: WallKeys): (() => void) | undefined {
  if (key === 'ArrowRight') return keys.onNext;
  if (key === 'ArrowLeft') return keys.onBack;
  if (repeat) return undefined;
  // A focused button is pressed by Space itself.
  if (key === ' ') return target instanceof HTMLButtonElement ? undefined : keys.onPause;
  if (key === 'f' || key === 'F') return toggleFullScreen;
  // Browsers leave the full screen by Escape without telling the page.
  return key === 'Escape' && !document.fullscreenElement ? keys.onClose : undefined;
}
