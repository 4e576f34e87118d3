import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { updateEventBody } from '../../../../shared/contract/events.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { messageOf } from '../../lib/call.ts';
import { useKeepScreen } from '../../lib/use-session.ts';
import { type FieldErrors, focusFirstError, validate } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choice-inputs.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select, TextArea, TextInput } from '../../ui/text-fields.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import { updateEvent } from './actions.ts';
import { EventDayField } from './event-day-field.tsx';
import styles from './edit-event-dialog.module.css';

const privacyChoices = [
  { value: 'private', label: 'Private: Only invited guests' },
  { value: 'unlisted', label: 'Unlisted: Anyone with link' },
  { value: 'public', label: 'Public: Anyone can find' },
];

/** Maps the form's fields to the request body, still unvalidated. An empty date is left out; a removed one is null. */
export function readEventChanges(fields: FormData): Record<string, unknown> {
  return {
    name: fields.get('name'),
    description: fields.get('description'),
    date: fields.has('dateRemoved') ? null : fields.get('date') || undefined,
    privacy: fields.get('privacy'),
    moderationEnabled: fields.has('moderationEnabled'),
  };
}

type EditEventDialogProps = { event: EventView; onClose: () => void };

/** Edits an event's details. */
export default function EditEventDialog({ event, onClose }: EditEventDialogProps) {
  const formId = useId();
  const [errors, setErrors] = useState<FieldErrors>({});
  useKeepScreen();
  const { mutate, isPending } = useMutation(updateEvent(useQueryClient(), event.id));

  const submit = (submission: FormEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const form = submission.currentTarget;
    const { data, errors: fieldErrors = {} } = validate(
      updateEventBody,
      readEventChanges(new FormData(form)),
    );
    setErrors(fieldErrors);
    if (!data) return focusFirstError(form);
    return mutate(data, {
      onSuccess: () => {
        toast(toasts.eventUpdated);
        onClose();
      },
      onError: (error) =>
        toastFailure(error, toastFor.updateFailed(messageOf(error, 'Failed to update event'))),
    });
  };

  return (
    <Dialog
      title="Edit Event"
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            {isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={submit}>
        <EventFields event={event} errors={errors} />
      </form>
    </Dialog>
  );
}

/** The form's fields, filled with the event as it is. */
function EventFields({ event, errors }: { event: EventView; errors: FieldErrors }) {
  return (
    <>
      <TextInput
        label="Event Name"
        name="name"
        required
        defaultValue={event.name}
        error={errors.name}
        autoComplete="off"
      />
      <EventDayField day={event.date} error={errors.date} />
      <TextArea
        label="Description"
        name="description"
        defaultValue={event.description ?? ''}
        error={errors.description}
      />
      <Select
        label="Privacy"
        name="privacy"
        options={privacyChoices}
        defaultValue={event.privacy}
        error={errors.privacy}
      />
      <Switch
        label="Content Moderation"
        name="moderationEnabled"
        hint="Review photos before they appear in the gallery"
        defaultChecked={event.moderationEnabled}
      />
    </>
  );
}
