import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { eventQuery } from './queries.ts';
import EventError from './event-error.tsx';
import { isRefusal } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useScreenSession } from '../../lib/use-session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { DoorDrawing } from '../../ui/drawings.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RegionBoundary } from '../../ui/region-boundary.tsx';
import { EventSubpage, EventSubpageSkeleton } from './event-subpage.tsx';

type HostPageProps = {
  title: string;
  region: 'moderation' | 'people' | 'payments' | 'print' | 'numbers';
  about: (event: EventView) => ReactNode;
  /** Whether it is for the owner alone, and not for co-hosts. */
  isOwners?: boolean;
  /** Shown to everyone else. */
  refusal: string;
  width?: string;
  /** Whether the event is read again whenever the page is shown or looked at: another tab may have changed it. */
  isReadAgain?: boolean;
  children: (event: EventView) => ReactNode;
};

/** A page that only the hosts of the event in the URL may see. */
export function HostPage(props: HostPageProps) {
  const { title, region, about, isOwners = false, refusal, width, isReadAgain, children } = props;
  const { eventId = '' } = useParams();
  const {
    data: event,
    error,
    isPending,
  } = useQuery({
    ...eventQuery(eventId),
    ...(isReadAgain && { refetchOnMount: 'always', refetchOnWindowFocus: 'always' }),
  });
  const { user } = useScreenSession();
  usePageTitle(title);
  if (isPending) return <EventSubpageSkeleton width={width} />;
  if (!event || isRefusal(error)) return <EventError error={error} />;
  const isOwner = event.role === 'owner' && user?.id === event.createdBy;
  if (!isOwner && (isOwners || event.role !== 'co-host' || !user)) {
    return (
      <EmptyState
        level={1}
        drawing={<DoorDrawing />}
        title="Access Denied"
        text={refusal}
        action={<ButtonLink to={paths.event(eventId)}>View Event Gallery</ButtonLink>}
      />
    );
  }
  return (
    <EventSubpage eventId={eventId} title={title} about={about(event)} width={width}>
      <RegionBoundary region={region}>{children(event)}</RegionBoundary>
    </EventSubpage>
  );
}
