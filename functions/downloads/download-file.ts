import type { FileChecksum, MediaFacts } from '../domain/records.ts';

/**
 * The name of the rendition that others download where there is no clean copy: a video's playable rendition,
 * or else the largest picture. Of equally large ones it is the last made, the only one that may be animated.
 */
export function downloadNameOf(facts: Pick<MediaFacts, 'play' | 'renditions'>): string | undefined {
  if (facts.play) return facts.play;
  return facts.renditions.reduce<MediaFacts['renditions'][number] | undefined>(
    (largest, rendition) => (largest && largest.width > rendition.width ? largest : rendition),
    undefined,
  )?.name;
}

/** A file that others download where no clean copy is put together. */
export type FileInstead = {
  readonly name: string;
  /** Smaller than the original. */
  readonly isPreview: boolean;
  /** Undefined if the row has no checksum yet. */
  readonly sum: FileChecksum | undefined;
};

/** What stands in for a clean copy, or a rendition; undefined if there is neither. */
export function fileInstead(facts: MediaFacts): FileInstead | undefined {
  const { copy, download, play } = facts;
  if (copy?.standIn) return { name: copy.name, isPreview: copy.standIn === 'preview', sum: copy };
  const name = downloadNameOf(facts);
  if (name === undefined) return undefined;
  return { name, isPreview: name !== play, sum: download?.name === name ? download : undefined };
}
