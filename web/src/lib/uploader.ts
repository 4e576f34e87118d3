import type { MediaView } from '../../../shared/contract/entities.ts';

/** The id of who uploaded an item, which the owner and the uploader know. */
export function uploaderIdOf(item: Pick<MediaView, 'uploadedBy' | 'guestUploadedBy'>): string | null {
  return item.uploadedBy ?? item.guestUploadedBy;
}

/** Who uploaded an item, for somebody who may know; to read after "by". */
export function uploaderLabel({ isOwn, uploaderName }: Pick<MediaView, 'isOwn' | 'uploaderName'>): string {
  return isOwn ? 'you' : (uploaderName ?? 'someone who left');
}
