import { timeInName, UNDATED } from './file-names.ts';
import { wallTimeOf } from '../domain/wall-time.ts';
import type { MediaFacts, MediaRecord } from '../domain/records.ts';

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

/** That file's name as a single download: `2026-05-02 18.34.05.webp`, by the camera's clock as in a ZIP. */
export function downloadedFile(media: MediaRecord, fileName: string): string {
  const time = media.capturedAt === null ? UNDATED : timeInName(wallTimeOf(media));
  return `${time}.${fileName.split('.').pop()}`;
}
