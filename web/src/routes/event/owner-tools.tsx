import { type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { FIRST_SORT } from '../../../../shared/values/sort-orders.ts';
import { updateEvent } from '../../features/events/actions.ts';
import { PauseSwitch } from '../../features/events/pause-switch.tsx';
import { type OwnerDialog, OwnerMenu } from '../../features/gallery/owner-menu.tsx';
import { mediaQuery } from '../../features/gallery/queries.ts';
import { GenerateHighlightsCard } from '../../features/highlights/generate-highlights-card.tsx';
import { paymentsQuery } from '../../features/payments/queries.ts';
import { paths } from '../../lib/paths.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { countHighlightCandidates } from './highlight-candidates.ts';

const EditEventDialog = lazyDialog(() => import('../../features/events/edit-event-dialog.tsx'));
const ShareDialog = lazyDialog(() => import('../../features/share/share-dialog.tsx'));
const DeleteEventDialog = lazyDialog(() => import('../../features/events/delete-event-dialog.tsx'));

/** The hosts' menu and the dialogs that it opens. */
export default function EventOwnerTools({ event }: { event: EventView }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutateAsync } = useMutation(updateEvent(client, event.id));
  // Reads the gallery's cached list without fetching it.
  const { data: list } = useInfiniteQuery({
    ...mediaQuery({ eventId: event.id, sortBy: FIRST_SORT, guest: {} }),
    enabled: false,
  });
  const [openDialog, setOpenDialog] = useState<OwnerDialog>();
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <OwnerMenu event={event} onOpen={setOpenDialog} pause={<PauseSwitch event={event} />}>
        {event.highlightCount === 0 && (
          <GenerateHighlightsCard eventId={event.id} photos={countHighlightCandidates(event, list)} />
        )}
      </OwnerMenu>
      {openDialog === 'edit' && <EditEventDialog event={event} onClose={close} />}
      {openDialog === 'share' && (
        <ShareDialog event={event} changePrivacy={(privacy) => mutateAsync({ privacy })} onClose={close} />
      )}
      {openDialog === 'delete' && (
        <DeleteEventDialog
          event={event}
          readTotals={() => readTotals(client, event.id)}
          onClose={close}
          onDeleted={() => void navigate(paths.home)}
        />
      )}
    </>
  );
}

async function readTotals(client: QueryClient, eventId: string) {
  const { pages } = await client.fetchInfiniteQuery(paymentsQuery(eventId));
  return pages[0]?.items.totals;
}
