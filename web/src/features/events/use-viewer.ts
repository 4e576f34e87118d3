import { useMemo } from 'react';
import type { EventView, UserView } from '../../../../shared/contract/entities.ts';
import { callUrl } from '../../lib/call.ts';
import { guestFields, useGuest } from '../../lib/guest-credentials.ts';
import { type GuestFields, NO_GUEST } from '../../lib/query-keys.ts';
import { useScreenSession } from '../../lib/use-session.ts';

/** The person viewing an event. */
export type Viewer = {
  readonly user: UserView | null;
  /** False while the session of a browser with guest credentials is still being looked up. */
  readonly isReady: boolean;
  /** Guest credentials for queries; empty for signed-in users. */
  readonly guest: GuestFields;
  readonly isOwner: boolean;
  readonly mayVote: boolean;
  /** `user:<id>` or `guest:<id>`, as upload jobs store it; undefined for anonymous visitors. */
  readonly uploader: string | undefined;
  readonly downloadHref: (mediaId: string) => string;
};

export function useViewer(event: Pick<EventView, 'role' | 'createdBy'>): Viewer {
  const { user, isLoading } = useScreenSession();
  const credentials = useGuest();
  return useMemo(() => {
    const guest = user ? NO_GUEST : guestFields(credentials);
    const guestKey = guest.guestId === undefined ? undefined : `guest:${guest.guestId}`;
    return {
      user,
      isReady: !isLoading || credentials === null,
      guest,
      // The event may still be as it was answered to somebody else.
      isOwner: event.role === 'owner' && (isLoading || user?.id === event.createdBy),
      mayVote: user !== null || credentials !== null,
      uploader: user ? `user:${user.id}` : guestKey,
      downloadHref: (mediaId) =>
        callUrl('/api/media/{mediaId}/download', { params: { mediaId }, query: guest }),
    };
  }, [user, isLoading, credentials, event.role, event.createdBy]);
}
