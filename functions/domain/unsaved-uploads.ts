import { SIGNED_URL_SECONDS } from './file-lifetimes.ts';
import { AppError } from './app-error.ts';

/** How many uploads of one person may be issued and not saved yet: a phone's 50 files, and some that are retried. */
export const MAX_UNSAVED = 60;

/** How often unsaved uploads are removed. */
export const REMOVE_UNSAVED_MINUTES = 15;

/** How old an unsaved upload is when the next removal takes it: two runs later it is not a day old yet. */
export const UNSAVED_SECONDS = 24 * 3600 - 2 * REMOVE_UNSAVED_MINUTES * 60;

/** A person's unsaved uploads: when each was issued, in seconds since 1970. */
export type UnsavedUploads = Readonly<Record<string, number>>;

/**
 * Which upload gives way to a new one: the oldest, once its URL has expired.
 * @throws AppError 429 while all URLs still work, with the seconds until the first one does not
 */
export function uploadGivingWay(unsaved: UnsavedUploads, now: Date): string {
  const [id, issuedAt] = Object.entries(unsaved).toSorted((a, b) => a[1] - b[1])[0] ?? ['', 0];
  const secondsLeft = issuedAt + SIGNED_URL_SECONDS - Math.floor(now.getTime() / 1000);
  if (secondsLeft <= 0) return id;
  throw new AppError('too-many', 'too_many_unsaved', {
    message: 'Many of your files are still on their way. Please wait until some of them have arrived.',
    retryAfterSeconds: secondsLeft,
  });
}
