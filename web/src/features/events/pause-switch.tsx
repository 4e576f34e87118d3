import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { messageOf } from '../../lib/call.ts';
import { Switch } from '../../ui/choice-inputs.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { updateEvent } from './actions.ts';
import styles from './pause-switch.module.css';

/** The owner's switch that keeps newcomers from uploading and voting. It says at all times which way it is. */
export function PauseSwitch({ event }: { event: Pick<EventView, 'id' | 'isPaused'> }) {
  const { mutate, isPending, variables } = useMutation(updateEvent(useQueryClient(), event.id));
  // It moves under the finger, and back if the call fails.
  const isPaused = (isPending ? variables.isPaused : undefined) ?? event.isPaused;
  const change = (next: boolean) =>
    mutate(
      { isPaused: next },
      {
        onSuccess: () => toast(next ? toasts.guestUploadsPaused : toasts.guestUploadsResumed),
        onError: (error) =>
          toastFailure(error, toastFor.updateFailed(messageOf(error, 'Failed to update event'))),
      },
    );
  return (
    <div className={styles.pause} data-paused={isPaused}>
      <Switch
        label="Pause guest uploads"
        hint={isPaused ? 'Paused: new people can only look.' : 'New people can then only look.'}
        checked={isPaused}
        // Not `disabled`, which would drop the focus.
        aria-busy={isPending}
        onChange={({ target }) => {
          if (!isPending) change(target.checked);
        }}
      />
    </div>
  );
}
