import type { MediaView } from '../../../../shared/contract/entities.ts';

const FRESH_MS = 120_000;

/** One's own upload of the last minutes that has no picture yet. */
export function isFreshUpload({ isOwn, state, uploadedAt }: MediaView): boolean {
  return isOwn && state === 'processing' && Date.now() - Date.parse(uploadedAt) < FRESH_MS;
}
