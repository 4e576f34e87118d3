import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import type { GuestFields } from '../../lib/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { removeItems } from './actions.ts';

type DeleteItemsDialogProps = {
  items: readonly MediaView[];
  eventId: string;
  guest: GuestFields;
  /** @param hasDeletedAll nothing of them is left */
  onClose: (hasDeletedAll: boolean) => void;
};

/** Asks whether items shall be deleted for good, and deletes them. */
export function DeleteItemsDialog({ items, eventId, guest, onClose }: DeleteItemsDialogProps) {
  const { mutate, isPending } = useMutation(removeItems(useQueryClient(), { eventId, guest }));
  return (
    <ConfirmDialog
      title="Delete Media"
      text={questionFor(items.length)}
      confirm="Delete"
      confirming="Deleting..."
      isPending={isPending}
      onConfirm={() => mutate(items, { onSettled: (outcome) => onClose(outcome?.left.length === 0) })}
      onClose={() => onClose(false)}
    />
  );
}

const questionFor = (count: number): string =>
  count === 1
    ? 'Are you sure you want to delete this media file? This action cannot be undone.'
    : `Are you sure you want to delete these ${count} media files? This action cannot be undone.`;
