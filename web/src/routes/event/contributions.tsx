import type { ComponentProps } from 'react';
import ContributionsDialog from '../../features/contributions/contributions-dialog.tsx';
import { DeleteItemsDialog } from '../../features/selection/delete-items-dialog.tsx';

type EventContributionsProps = Omit<ComponentProps<typeof ContributionsDialog>, 'deletion'>;

/** Somebody's uploads, of which several can be deleted at once. */
export default function EventContributions(props: EventContributionsProps) {
  return (
    <ContributionsDialog
      {...props}
      deletion={(items, onClose) => (
        <DeleteItemsDialog eventId={props.eventId} guest={props.viewer.guest} {...{ items, onClose }} />
      )}
    />
  );
}
