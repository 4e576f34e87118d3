import { type PointerEvent, useRef } from 'react';
import { swipeStep } from './swipe-step.ts';

/** Follows one finger; two are a zoom and none of ours. */
export function useSwipe(onSwipe: (step: -1 | 1) => void) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  return {
    onPointerDown(event: PointerEvent) {
      const isOneFinger = event.pointerType === 'touch' && event.isPrimary;
      start.current = isOneFinger ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current;
      start.current = undefined;
      if (!from || from.id !== event.pointerId) return;
      const step = swipeStep({ x: event.clientX - from.x, y: event.clientY - from.y });
      if (step !== 0) onSwipe(step);
    },
    onPointerCancel() {
      start.current = undefined;
    },
  };
}
