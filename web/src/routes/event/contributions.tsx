import type { ComponentProps } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import ContributionsDialog from '../../features/contributions/contributions-dialog.tsx';
import { DeleteItemsDialog } from '../../features/selection/delete-items-dialog.tsx';

type EventContributionsProps = Omit<ComponentProps<typeof ContributionsDialog>, 'deletion'>;

/** Somebody's uploads, of which several can be deleted at once. */
export default function EventContributions(props: EventContributionsProps) {
  return <ContributionsDialog {...props} deletion={deletionFor(props)} />;
}

const deletionFor =
  ({ eventId, viewer: { guest } }: EventContributionsProps) =>
  (items: readonly MediaView[], onClose: () => void) => (
    <DeleteItemsDialog {...{ eventId, guest, items, onClose }} />
  );
