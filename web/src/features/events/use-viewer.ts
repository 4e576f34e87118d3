import { useMemo } from 'react';
import type { EventView, UserView } from '../../../../shared/contract/entities.ts';
import { callUrl } from '../../lib/call.ts';
import { guestFields, useGuest } from '../../lib/guest-credentials.ts';
import { useSession } from '../../lib/use-session.ts';

/** Who looks at an event, as all that is shown on it needs to know. */
export type Viewer = {
  readonly user: UserView | null;
  /** False while nobody knows yet who a guest's browser is signed in as. */
  readonly isKnown: boolean;
  /** The guest's part of queries; empty for whoever is signed in. */
  readonly guest: { guestId?: string; token?: string };
  readonly isOwner: boolean;
  readonly mayVote: boolean;
  /** As upload jobs name them; undefined for strangers. */
  readonly uploader: string | undefined;
  readonly downloadHref: (mediaId: string) => string;
};

export function useViewer(event: Pick<EventView, 'role'>): Viewer {
  const { user, isLoading } = useSession();
  const credentials = useGuest();
  return useMemo(() => {
    const guest = user ? {} : guestFields(credentials);
    const guestKey = guest.guestId === undefined ? undefined : `guest:${guest.guestId}`;
    return {
      user,
      isKnown: !isLoading || credentials === null,
      guest,
      isOwner: event.role === 'owner',
      mayVote: user !== null || credentials !== null,
      uploader: user ? `user:${user.id}` : guestKey,
      downloadHref: (mediaId) =>
        callUrl('/api/media/{mediaId}/download', { params: { mediaId }, query: guest }),
    };
  }, [user, isLoading, credentials, event.role]);
}
