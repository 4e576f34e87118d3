/** The pictures that the product makes from each original. */
export type RenditionName = 'small' | 'tile' | 'screen';

/** Pixels a side of the square that each rendition fits into. */
export const RENDITION_BOXES = { small: 320, tile: 800, screen: 1600 } as const satisfies Record<
  RenditionName,
  number
>;

/** How renditions are encoded. Effort 4 saves 4 % of the bytes and doubles the time. */
export const WEBP = { quality: 80, effort: 2 } as const;
