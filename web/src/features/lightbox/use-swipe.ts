import { type AnimationEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { swipeStep } from './swipe-step.ts';
import { isPageZoomed } from './zoom-gestures.ts';

/** How far the item follows the finger, as a fraction, if there is no neighbour on that side. */
const RESISTANCE = 0.25;

type Swipe = {
  /** Id of the item in the stage. */
  itemId: string | undefined;
  hasPrevious: boolean;
  hasNext: boolean;
  /** Whether the item is zoomed, so that a finger moves within it. */
  isZoomed: () => boolean;
  onSwipe: (step: -1 | 1) => void;
};

/**
 * Swipes with one finger; two zoom. The item follows the finger by `--way` and returns or gives way to its neighbour,
 * which `data-came` animates in once it is rendered.
 */
export function useSwipe({ itemId, hasPrevious, hasNext, isZoomed, onSwipe }: Swipe) {
  const entering = useRef<{ stage: HTMLElement; side: 'next' | 'previous'; from: string | undefined }>(
    undefined,
  );
  useLayoutEffect(() => {
    // Still the old item: the URL changes before the new one is rendered.
    if (!entering.current || entering.current.from === itemId) return;
    const { stage, side } = entering.current;
    stage.dataset['came'] = side;
    entering.current = undefined;
  });
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  const deltaOf = (event: PointerEvent) => {
    const from = start.current;
    if (from?.id !== event.pointerId) return undefined;
    return { x: event.clientX - from.x, y: event.clientY - from.y };
  };
  const hasNeighbour = (x: number) => (x < 0 ? hasNext : hasPrevious);
  const release = (element: HTMLElement) => {
    start.current = undefined;
    element.style.removeProperty('--way');
    delete element.dataset['held'];
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      release(event.currentTarget);
      // While zoomed, one finger pans.
      const mayStart = event.pointerType === 'touch' && event.isPrimary && !isPageZoomed() && !isZoomed();
      if (mayStart) start.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const delta = deltaOf(event);
      if (!delta) return;
      const { dataset, style } = event.currentTarget;
      dataset['held'] = '';
      style.setProperty('--way', `${hasNeighbour(delta.x) ? delta.x : delta.x * RESISTANCE}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const delta = deltaOf(event);
      release(event.currentTarget);
      const step = delta && hasNeighbour(delta.x) ? swipeStep(delta) : 0;
      if (step === 0) return;
      entering.current = { stage: event.currentTarget, side: step > 0 ? 'next' : 'previous', from: itemId };
      onSwipe(step);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => release(event.currentTarget),
    onAnimationEnd(event: AnimationEvent<HTMLElement>) {
      // Ignore animations of deeper elements.
      if ((event.target as Element).parentElement !== event.currentTarget) return;
      delete event.currentTarget.dataset['came'];
    },
  };
}
