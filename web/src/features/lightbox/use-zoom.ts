import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { availableWidth, hasFullSize } from './full-size.ts';
import { listenForZoom } from './zoom-gestures.ts';
import { zoomByKey } from './zoom-keys.ts';
import { createZoomView, type ZoomLevel, type ZoomView } from './zoom-view.ts';

/** Zooms the picture in the stage. Another item begins as large as it fits. */
export function useZoom(stage: RefObject<HTMLElement | null>, item: MediaView | undefined) {
  const view = useRef<ZoomView>(undefined);
  const [zoomed, setZoomed] = useState<{ id: string; level: ZoomLevel }>();
  const id = item?.id;
  const pixelWidth = item && availableWidth(item);
  useEffect(() => {
    if (!stage.current || id === undefined || pixelWidth === undefined) return;
    const created = createZoomView(stage.current, {
      pixelWidth,
      onChange: (level) => setZoomed({ id, level }),
    });
    const end = listenForZoom(stage.current, created);
    view.current = created;
    return () => {
      end();
      created.reset();
      view.current = undefined;
    };
  }, [stage, id, pixelWidth]);

  const level = zoomed?.id === id ? zoomed?.level : undefined;
  const isZoomed = () => view.current?.isZoomed() ?? false;
  return {
    /** Whether there is something to zoom. */
    isZoomable: pixelWidth !== undefined,
    level,
    needsFullSize: !!item && hasFullSize(item) && needsMorePixels(item, level),
    isZoomed,
    toggle: () => view.current?.toggle(),
    /** @returns whether it was zoomed */
    leave: () => {
      const wasZoomed = isZoomed();
      if (wasZoomed) view.current?.reset();
      return wasZoomed;
    },
    /** @returns whether the key zooms */
    takeKey: (key: string) => !!view.current && zoomByKey(key, view.current),
  };
}

/** Whether more of the picture's pixels would be seen than its largest rendition has. */
function needsMorePixels({ width, renditions }: MediaView, level: ZoomLevel): boolean {
  return level !== undefined && level * (width ?? 0) > (renditions.screen?.width ?? 0);
}
