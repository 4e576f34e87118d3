import { useCallback, useRef } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { itemRatio } from '../../../../shared/rules/masonry.ts';

/** A tile keeps its first aspect ratio, so that it does not jump when the real one becomes known. */
export function useStableRatios(): (item: MediaView) => number {
  const ratios = useRef(new Map<string, number>());
  return useCallback((item: MediaView) => {
    const knownRatio = ratios.current.get(item.id);
    if (knownRatio !== undefined) return knownRatio;
    const ratio = itemRatio(item);
    if (item.width !== null) ratios.current.set(item.id, ratio);
    return ratio;
  }, []);
}
