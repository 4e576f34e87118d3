import type { MediaFacts } from './records.ts';

/**
 * The name of the file that others than owner and uploader download: a video's playable rendition, else the
 * largest picture, which of equally large ones is the last made and the only one that may be animated.
 */
export function downloadNameOf(facts: Pick<MediaFacts, 'play' | 'renditions'>): string | undefined {
  if (facts.play) return facts.play;
  return facts.renditions.reduce<MediaFacts['renditions'][number] | undefined>(
    (largest, rendition) => (largest && largest.width > rendition.width ? largest : rendition),
    undefined,
  )?.name;
}
