import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MediaView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { call } from '../../lib/call.ts';
import { focusPage } from '../../lib/focus-page.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';

type DeleteMediaDialogProps = {
  item: Pick<MediaView, 'id' | 'eventId'>;
  onClose: () => void;
  /** It is gone: whoever looks at it goes on to another. @returns what to do once it has left the screen, too */
  onDeleted: () => (() => void) | void;
  /** Nobody looks at it any more: takes it out of what is shown. */
  onLeft: () => void;
};

/** Asks before an item goes. What fails is only logged, and the question stays on the screen. */
export default function DeleteMediaDialog({ item, onClose, onDeleted, onLeft }: DeleteMediaDialogProps) {
  const client = useQueryClient();
  const { id: mediaId, eventId } = item;
  const [gone, setGone] = useState<{ after: (() => void) | void }>();
  const takeOut = useEffectEvent((after: (() => void) | void) => {
    onLeft();
    onClose();
    requestAnimationFrame(() => {
      after?.();
      // Nothing is left to go on to.
      requestAnimationFrame(() => document.activeElement === document.body && focusPage());
    });
  });
  useEffect(() => {
    if (gone) takeOut(gone.after);
  }, [gone]);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => call('DELETE /api/events/{eventId}/media/{mediaId}', { params: { eventId, mediaId } }),
    onSuccess: () => {
      toast(toasts.mediaDeleted);
      if (isHere.current) {
        const after = onDeleted();
        // As addresses change: an item that goes before the large view has left it would close that.
        startTransition(() => setGone({ after }));
      } else onLeft();
      // Counts of the event.
      void client.invalidateQueries({ queryKey: ['/api/events', eventId], exact: true });
    },
    onError: (error) => console.error('Deleting media failed', error),
  });
  return (
    <ConfirmDialog
      title="Delete Media"
      text="Are you sure you want to delete this media file? This action cannot be undone."
      confirm="Delete"
      confirming="Deleting..."
      // Until it has left the screen, too.
      isPending={isPending || isSuccess}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
