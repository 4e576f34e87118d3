import { type AnimationEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { swipeStep } from './swipe-step.ts';

/** How much of the finger's way is gone along where nothing follows on that side. */
const RESISTANCE = 0.25;

type Swipe = {
  /** What lies in the element now. */
  shown: string | undefined;
  /** Whether there is one before and one after. */
  hasPrevious: boolean;
  hasNext: boolean;
  onSwipe: (step: -1 | 1) => void;
};

/**
 * Follows one finger; two are a zoom and none of ours. What lies in the element goes along by `--way`, and comes back
 * or makes place for its neighbour, which `data-came` lets in from its side once it is there.
 */
export function useSwipe({ shown, hasPrevious, hasNext, onSwipe }: Swipe) {
  const coming = useRef<{ stage: HTMLElement; side: 'next' | 'previous'; from: string | undefined }>(
    undefined,
  );
  useLayoutEffect(() => {
    // The address changes first.
    if (!coming.current || coming.current.from === shown) return;
    const { stage, side } = coming.current;
    stage.dataset['came'] = side;
    coming.current = undefined;
  });
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
      coming.current = { stage: event.currentTarget, side: step > 0 ? 'next' : 'previous', from: shown };
      onSwipe(step);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => letGo(event.currentTarget),
    onAnimationEnd(event: AnimationEvent<HTMLElement>) {
      // What lies deeper has animations of its own.
      if ((event.target as Element).parentElement !== event.currentTarget) return;
      delete event.currentTarget.dataset['came'];
    },
  };
}
