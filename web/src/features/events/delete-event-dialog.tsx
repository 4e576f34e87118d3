import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { messageOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { deletion } from './actions.ts';

type DeleteEventDialogProps = {
  event: Pick<EventView, 'id' | 'name'>;
  onClose: () => void;
  /** The event is gone: go where there still is something. */
  onDeleted: () => void;
};

/** Asks before an event and everything in it goes. */
export default function DeleteEventDialog({ event, onClose, onDeleted }: DeleteEventDialogProps) {
  const { mutate, isPending } = useMutation(deletion(useQueryClient(), event.id));
  const remove = () =>
    mutate(undefined, {
      onSuccess: () => {
        toast(toasts.eventDeleted);
        onDeleted();
      },
      onError: (error) => toast(toastFor.deleteFailed(messageOf(error, 'Failed to delete event')), 'bad'),
    });
  return (
    <Dialog
      kind="alert"
      width="narrow"
      title="Delete Event"
      description={`Are you sure you want to delete “${event.name}”? Its photos and videos go with it. This action cannot be undone.`}
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="danger" onClick={remove} pending={isPending}>
            {isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    />
  );
}
