import { type FormEvent, useState } from 'react';
import { createEventBody } from '../../../../shared/contract/events.ts';
import { eventTypeOptions, PRIVACY_HINT, privacyOptions } from '../../lib/event-labels.ts';
import type { CallInput } from '../../lib/endpoints.ts';
import { type FieldErrors, focusFirstError, validate } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choice-inputs.tsx';
import { Select, TextArea, TextInput } from '../../ui/text-fields.tsx';
import styles from './create-event-form.module.css';

export type NewEvent = CallInput<'POST /api/events'>['body'];

type CreateEventFormProps = {
  onSubmit: (event: NewEvent) => void;
  pending: boolean;
  /** The API's validation errors, by field. */
  serverErrors?: FieldErrors;
};

/** Maps the form's fields to the request body, still unvalidated. */
export function readNewEvent(fields: FormData): Record<string, unknown> {
  const isPaid = fields.has('isPaid');
  return {
    name: fields.get('name'),
    description: fields.get('description') || undefined,
    date: fields.get('date') || undefined,
    eventType: fields.get('eventType') || undefined,
    privacy: fields.get('privacy') ?? undefined,
    moderationEnabled: fields.has('moderationEnabled'),
    isPaid,
    price: isPaid ? fields.get('price') : undefined,
    currency: 'usd',
  };
}

/** The form for a new event. Errors are shown at their fields and cleared when the field is edited. */
export function CreateEventForm({ onSubmit, pending, serverErrors }: CreateEventFormProps) {
  const { errors, submit, clearError } = useValidation({ onSubmit, serverErrors });
  return (
    <form className={styles.form} noValidate onSubmit={submit} onInput={clearError}>
      <h2>Event Information</h2>
      <TextInput
        label="Event Name"
        name="name"
        required
        error={errors.name}
        autoComplete="off"
        placeholder="Anna and Jonas say yes"
      />
      <TextArea label="Description" name="description" error={errors.description} />
      <div className={styles.pair}>
        <TextInput label="Event Date" name="date" type="date" error={errors.date} />
        <Select
          label="Event Type"
          name="eventType"
          options={eventTypeOptions}
          placeholder="Choose a type"
          error={errors.eventType}
        />
      </div>
      <RadioGroup
        label="Privacy Setting"
        name="privacy"
        options={privacyOptions}
        defaultValue="private"
        hint={PRIVACY_HINT}
        error={errors.privacy}
      />
      <div className={styles.switches}>
        <Checkbox
          label="Enable Moderation"
          name="moderationEnabled"
          hint="Review photos before they appear in the gallery"
        />
        <PaidEventFields priceError={errors.price} />
      </div>
      <Button type="submit" variant="primary" size="large" pending={pending} className={styles.submit}>
        {pending ? 'Creating Event...' : 'Create Event'}
      </Button>
    </form>
  );
}

/** The errors to show, those from the API included, and the handlers of the form's submission and input. */
function useValidation({
  onSubmit,
  serverErrors = {},
}: Pick<CreateEventFormProps, 'onSubmit' | 'serverErrors'>) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const visibleErrors = { ...serverErrors, ...errors };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const result = validate(createEventBody, readNewEvent(new FormData(form)));
    setErrors(result.errors ?? {});
    if (result.data) onSubmit(result.data);
    else focusFirstError(form);
  };
  const clearError = (event: FormEvent<HTMLFormElement>) => {
    const { name } = event.target as HTMLInputElement;
    if (visibleErrors[name]) setErrors({ ...errors, [name]: '' });
  };
  return { errors: visibleErrors, submit, clearError };
}

/** Whether guests pay, and how much. */
function PaidEventFields({ priceError }: { priceError: string | undefined }) {
  const [isPaid, setPaid] = useState(false);
  return (
    <>
      <Checkbox
        label="Paid Event"
        name="isPaid"
        hint="Guests pay once to see and add photos"
        checked={isPaid}
        onChange={(event) => setPaid(event.target.checked)}
      />
      {isPaid && (
        <div className={styles.price}>
          <TextInput
            label="Event Price (USD)"
            name="price"
            type="number"
            inputMode="decimal"
            step="0.01"
            min="0"
            required
            placeholder="0.00"
            error={priceError}
          />
        </div>
      )}
    </>
  );
}
