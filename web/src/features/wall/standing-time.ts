import type { ReadyPicture } from './load-picture.ts';

const STAND_MS = 8_000;
/** Of what came, while others wait. */
const CROWDED_MS = 5_000;
const LONGEST_VIDEO_MS = 20_000;

/**
 * How long pictures stand before others follow, in milliseconds. A video is played, but not beyond its twenty seconds.
 * @param isCrowded whether others wait that have never been shown
 */
export function standingTime(pictures: readonly ReadyPicture[], isCrowded: boolean): number {
  const video = pictures.find(({ element }) => element instanceof HTMLVideoElement);
  if (!video) return isCrowded ? CROWDED_MS : STAND_MS;
  const lengthMs = (video.item.durationSeconds ?? 0) * 1000;
  return Math.min(LONGEST_VIDEO_MS, Math.max(STAND_MS, lengthMs));
}
