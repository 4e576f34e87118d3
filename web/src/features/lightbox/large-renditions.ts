import type { MediaView } from '../../../../shared/contract/entities.ts';

/**
 * What the large view selects from: the largest rendition, which alone moves, and those that are smaller. A browser would
 * take another of the same width, and an animation may be made smaller than its stills.
 */
export function largeRenditions({ renditions }: Pick<MediaView, 'renditions'>): MediaView['renditions'] {
  const { screen } = renditions;
  if (!screen) return renditions;
  return Object.fromEntries(
    Object.entries(renditions).filter(([, other]) => other === screen || other.width < screen.width),
  );
}
