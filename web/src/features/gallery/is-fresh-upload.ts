import type { MediaView } from '../../../../shared/contract/entities.ts';

const FRESH_MS = 120_000;

/** The viewer's own upload of the last two minutes that is still being processed. */
export function isFreshUpload({ isOwn, state, uploadedAt }: MediaView): boolean {
  return isOwn && state === 'processing' && Date.now() - Date.parse(uploadedAt) < FRESH_MS;
}
