import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { messageOf } from '../../lib/call.ts';
import { Switch } from '../../ui/choice-inputs.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { updateEvent } from './actions.ts';

/** The owner's switch that shows everybody who sent what, by first names, from now on. */
export function FirstNamesSwitch({ event }: { event: Pick<EventView, 'id' | 'showsFirstNames'> }) {
  const { mutate, isPending, variables } = useMutation(updateEvent(useQueryClient(), event.id));
  // It moves under the finger, and back if the call fails.
  const isOn = (isPending ? variables.showsFirstNames : undefined) ?? event.showsFirstNames;
  const change = (next: boolean) =>
    mutate(
      { showsFirstNames: next },
      {
        onSuccess: () => toast(next ? toasts.firstNamesShown : toasts.firstNamesHidden),
        onError: (error) =>
          toastFailure(error, toastFor.updateFailed(messageOf(error, 'Failed to update event'))),
      },
    );
  return (
    <Switch
      label="Show first names to everybody"
      hint={
        isOn
          ? 'In the large view, beside what is sent since you turned this on.'
          : 'In the large view, beside what is sent from then on. Who uploads is told so.'
      }
      checked={isOn}
      // Not `disabled`, which would drop the focus.
      aria-busy={isPending}
      onChange={({ target }) => {
        if (!isPending) change(target.checked);
      }}
    />
  );
}
