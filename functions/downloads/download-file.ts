import type { MediaFacts } from '../domain/records.ts';

/**
 * The name of the file that everybody but the owner and the uploader downloads: a video's playable rendition,
 * or else the largest picture. Of equally large ones it is the last made, the only one that may be animated.
 */
export function downloadNameOf(facts: Pick<MediaFacts, 'play' | 'renditions'>): string | undefined {
  if (facts.play) return facts.play;
  return facts.renditions.reduce<MediaFacts['renditions'][number] | undefined>(
    (largest, rendition) => (largest && largest.width > rendition.width ? largest : rendition),
    undefined,
  )?.name;
}
