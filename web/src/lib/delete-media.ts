import { call, statusOf } from './call.ts';
import type { GuestFields } from './query-keys.ts';

type DeleteMediaInput = {
  readonly eventId: string;
  readonly mediaId: string;
  readonly guest?: GuestFields;
  /** Who has asked for it, if somebody else may be signed in by now. */
  readonly as?: string | undefined;
};

/** Deletes an item for good. Somebody may have been faster: that it is gone is what was wanted. */
export async function deleteMedia({ eventId, mediaId, guest, as }: DeleteMediaInput): Promise<void> {
  const input = { params: { eventId, mediaId }, query: guest ?? {}, as };
  try {
    await call('DELETE /api/events/{eventId}/media/{mediaId}', input);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
}
