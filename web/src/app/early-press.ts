import { useLayoutEffect } from 'react';

/** The last press on a page that came rendered and was not React's yet. */
let pressed: { readonly event: MouseEvent; readonly isReactListening: boolean } | undefined;
let isReactListening = false;

const note = (event: MouseEvent) => {
  pressed = { event, isReactListening };
};

/** Notes presses from now on, until `useEarlyPress` repeats the last of them. */
export function noteEarlyPresses(): void {
  addEventListener('click', note, { capture: true });
}

/** From now on React answers presses on what it has taken over. */
export function markReactListening(): void {
  isReactListening = true;
}

/** Once the page is React's, repeats the last press that nothing has answered. */
export function useEarlyPress(): void {
  useLayoutEffect(() => {
    removeEventListener('click', note, { capture: true });
    const last = pressed;
    pressed = undefined;
    // React itself goes on with the press that made it take over the page.
    if (last === undefined || last.event.eventPhase !== Event.NONE) return;
    const button = last.event.target instanceof Element ? last.event.target.closest('button') : null;
    // What is around the page was taken over before it.
    if (button?.closest('main') || !last.isReactListening) button?.click();
  }, []);
}
