import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EventView, UserView } from '../../../../shared/contract/entities.ts';
import { callUrl } from '../../lib/call.ts';
import { guestFields, useGuest } from '../../lib/guest-credentials.ts';
import { type GuestFields, NO_GUEST } from '../../lib/query-keys.ts';
import { useScreenSession } from '../../lib/use-session.ts';
import { placeQuery } from './queries.ts';

/** The person viewing an event. */
export type Viewer = {
  readonly user: UserView | null;
  /** False while the session of a browser with guest credentials is still being looked up. */
  readonly isReady: boolean;
  /** Guest credentials for queries; empty for signed-in users. */
  readonly guest: GuestFields;
  readonly isOwner: boolean;
  /** The owner or a co-host. */
  readonly isHost: boolean;
  readonly mayVote: boolean;
  /** Whether the event's pause keeps them from uploading and voting, because they are new to it. */
  readonly isKeptOut: boolean;
  /** `user:<id>` or `guest:<id>`, as upload jobs store it; undefined for anonymous viewers. */
  readonly uploader: string | undefined;
  readonly downloadHref: (mediaId: string) => string;
};

export function useViewer(event: EventView): Viewer {
  const { user, isLoading } = useScreenSession();
  const credentials = useGuest();
  const guest = useMemo(() => (user ? NO_GUEST : guestFields(credentials)), [user, credentials]);
  const isKeptOut = useIsKeptOut(event, guest);
  return useMemo(() => {
    // The event may still be as it was answered to somebody else.
    const isOwner = event.role === 'owner' && (isLoading || user?.id === event.createdBy);
    const guestKey = guest.guestId === undefined ? undefined : `guest:${guest.guestId}`;
    return {
      user,
      isReady: !isLoading || credentials === null,
      guest,
      isOwner,
      isHost: isOwner || (event.role === 'co-host' && (isLoading || user !== null)),
      mayVote: (user !== null || credentials !== null) && !isKeptOut,
      isKeptOut,
      uploader: user ? `user:${user.id}` : guestKey,
      downloadHref: (mediaId) =>
        callUrl('/api/media/{mediaId}/download', { params: { mediaId }, query: guest }),
    };
  }, [user, isLoading, credentials, guest, isKeptOut, event.role, event.createdBy]);
}

function useIsKeptOut({ id, isPaused, hasPlace }: EventView, guest: GuestFields): boolean {
  const isGuest = guest.guestId !== undefined;
  // A guest of whom nothing is known yet is let in here: the server refuses who has no place.
  const { data = true } = useQuery({ ...placeQuery(id, guest), enabled: isPaused && isGuest });
  return isPaused && !(isGuest ? data : hasPlace);
}
