import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { eventErrors } from '../../../../shared/event-error-messages.ts';
import { statusOf } from '../../lib/call.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DoorDrawing, FrameDrawing, LockDrawing } from '../../ui/drawings.tsx';
import { moveFocusOnRemoval } from '../../ui/load-error.tsx';
import { eventQuery } from './queries.ts';

type EventErrorProps = { error: unknown };

/** Explains by HTTP status why an event cannot be shown, and offers a way on. */
export default function EventError({ error }: EventErrorProps) {
  const { pathname, search } = useLocation();
  const goHome = <ButtonLink to={paths.home}>Go Home</ButtonLink>;
  const status = statusOf(error) ?? 0;
  switch (status) {
    case 401:
      return (
        <EmptyState
          level={1}
          drawing={<LockDrawing />}
          {...eventErrors[401]}
          action={
            <>
              <ButtonAnchor variant="primary" href={paths.login(pathname + search)}>
                Log In
              </ButtonAnchor>
              {goHome}
            </>
          }
        >
          <p>
            The link or QR code that brought you here is your invitation: after you log in or create an
            account, it opens the event.
          </p>
        </EmptyState>
      );
    case 403:
      return <EmptyState level={1} drawing={<DoorDrawing />} {...eventErrors[403]} action={goHome} />;
    default:
      return (
        <EmptyState
          level={1}
          drawing={<FrameDrawing />}
          {...eventErrors[404]}
          action={
            <>
              {status !== 404 && <TryAgain />}
              {goHome}
            </>
          }
        />
      );
  }
}

/** The event may be there all the same: the network is gone, or the server failed. */
function TryAgain() {
  const { eventId = '' } = useParams();
  const { refetch, isFetching } = useQuery({ ...eventQuery(eventId), enabled: false });
  return (
    <div ref={moveFocusOnRemoval}>
      <Button variant="primary" pending={isFetching} onClick={() => void refetch()}>
        Try Again
      </Button>
    </div>
  );
}
