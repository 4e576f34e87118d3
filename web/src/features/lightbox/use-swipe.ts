import { type AnimationEvent, type PointerEvent, useRef } from 'react';
import { swipeStep } from './swipe-step.ts';

/** How much of the finger's way is gone along where nothing follows on that side. */
const RESISTANCE = 0.25;

type Swipe = {
  /** Whether there is one before and one after. */
  hasPrevious: boolean;
  hasNext: boolean;
  onSwipe: (step: -1 | 1) => void;
};

/**
 * Follows one finger; two are a zoom and none of ours. What lies in the element goes along by `--way`, and comes back
 * or makes place for its neighbour, which `data-came` lets in from its side.
 */
export function useSwipe({ hasPrevious, hasNext, onSwipe }: Swipe) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  const wayOf = (event: PointerEvent) => {
    const from = start.current;
    if (from?.id !== event.pointerId) return undefined;
    return { x: event.clientX - from.x, y: event.clientY - from.y };
  };
  const isFree = (x: number) => (x < 0 ? hasNext : hasPrevious);
  const letGo = (element: HTMLElement) => {
    start.current = undefined;
    element.style.removeProperty('--way');
    delete element.dataset['held'];
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      letGo(event.currentTarget);
      // In what is zoomed into, a finger goes about.
      const isZoomed = (visualViewport?.scale ?? 1) > 1;
      const isOneFinger = event.pointerType === 'touch' && event.isPrimary && !isZoomed;
      if (isOneFinger) start.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const way = wayOf(event);
      if (!way) return;
      const { dataset, style } = event.currentTarget;
      dataset['held'] = '';
      style.setProperty('--way', `${isFree(way.x) ? way.x : way.x * RESISTANCE}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const way = wayOf(event);
      letGo(event.currentTarget);
      const step = way && isFree(way.x) ? swipeStep(way) : 0;
      if (step === 0) return;
      event.currentTarget.dataset['came'] = step > 0 ? 'next' : 'previous';
      onSwipe(step);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => letGo(event.currentTarget),
    onAnimationEnd(event: AnimationEvent<HTMLElement>) {
      delete event.currentTarget.dataset['came'];
    },
  };
}
