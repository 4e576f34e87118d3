import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { AcceptCoHost } from '../features/people/accept-co-host.tsx';
import EventError from '../features/events/event-error.tsx';
import { EventSubpageSkeleton } from '../features/events/event-subpage.tsx';
import { eventQuery } from '../features/events/queries.ts';
import { isRefusal } from '../lib/call.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useScreenSession } from '../lib/use-session.ts';

/** Where a link for a co-host leads. */
export default function CoHost() {
  const { eventId = '' } = useParams();
  const { pathname, search } = useLocation();
  const [parameters] = useSearchParams();
  const { user, isLoading } = useScreenSession();
  const { data: event, error, isPending } = useQuery(eventQuery(eventId));
  usePageTitle('Become a Co-host');
  if (isPending || isLoading) return <EventSubpageSkeleton />;
  if (!event || isRefusal(error)) return <EventError error={error} />;
  return (
    <AcceptCoHost
      event={event}
      code={parameters.get('code') ?? ''}
      isSignedIn={user !== null}
      returnTo={pathname + search}
    />
  );
}
