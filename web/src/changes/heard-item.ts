import type { MediaView } from '../../../shared/contract/entities.ts';
import type { LiveItem } from '../../../shared/contract/live-updates.ts';

/** What nobody is told of what others have uploaded. */
const STRANGERS = {
  uploadedBy: null,
  guestUploadedBy: null,
  originalName: null,
  moderatedBy: null,
  unsupportedReason: null,
  hasVoted: false,
};

type Known = {
  readonly eventId: string;
  /** As the viewer saw it before. */
  readonly known: MediaView | undefined;
  /** Whether its votes are news to the viewer, too. */
  readonly hasVotes: boolean;
  readonly isOwn: boolean;
};

/** An item as the viewer sees it: what is about them stays as it is known, and so do votes that are newer. */
export function viewOfHeardItem(item: LiveItem, { eventId, known, hasVotes, isOwn }: Known): MediaView {
  const { version: _, votesVersion: __, uploaderTag: ___, ...seen } = item;
  const uploadId = seen.id.slice('med_'.length);
  return {
    ...STRANGERS,
    isOwn,
    ...known,
    ...seen,
    // Nobody is told their own.
    ...(isOwn && { uploaderName: null }),
    ...(known && { uploaderName: known.uploaderName }),
    ...(known && !hasVotes && { voteCount: known.voteCount }),
    ...(known?.originalName != null && { downloadSize: known.downloadSize }),
    eventId,
    filename: uploadId,
    objectPath: `/objects/uploads/upl_${uploadId}`,
    thumbnailPath: seen.renditions.tile?.url ?? null,
    status: 'approved',
  };
}
