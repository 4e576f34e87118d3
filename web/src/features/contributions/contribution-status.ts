import type { MediaView } from '../../../../shared/contract/entities.ts';
import { unsupportedText } from '../../lib/unsupported-text.ts';

/** What became of an upload, in the words of its row. */
export type ContributionStatus = { readonly tone: 'good' | 'waiting' | 'bad'; readonly text: string };

/** @param isHost whether the viewer decides on what waits for approval */
export function statusOf(
  { status, state, unsupportedReason }: Pick<MediaView, 'status' | 'state' | 'unsupportedReason'>,
  isHost: boolean,
): ContributionStatus {
  if (status === 'rejected') return { tone: 'bad', text: 'Rejected' };
  if (state === 'unsupported')
    return { tone: 'bad', text: `Can’t be shown. ${unsupportedText(unsupportedReason)}` };
  if (status === 'pending') {
    return { tone: 'waiting', text: isHost ? 'Waits for your approval' : 'Waits for the host’s approval' };
  }
  return state === 'processing'
    ? { tone: 'waiting', text: 'Being prepared' }
    : { tone: 'good', text: 'In the gallery' };
}
