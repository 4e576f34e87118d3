import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createGuestBody } from '../../../../shared/contract/guests.ts';
import { messages, toasts } from '../../../../shared/messages.ts';
import { call, CallError } from '../../lib/call.ts';
import type { CallInput } from '../../lib/endpoints.ts';
import { writeGuest } from '../../lib/guest-credentials.ts';
import { errorsByField, type FieldErrors, focusFirstError, validate } from '../../lib/validate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-fields.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';
import styles from './guest-name-dialog.module.css';

type GuestNameDialogProps = {
  title?: string;
  description?: string;
  onClose: () => void;
  onRegistered: () => void;
};

/** Asks an anonymous viewer for a name and makes this browser a guest. */
export default function GuestNameDialog({
  title = 'Upload as Guest',
  description = 'No account needed. The host sees your name beside what you share.',
  onClose,
  onRegistered,
}: GuestNameDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  // Runs after the dialog has opened and focused its close button.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const { errors, submit, isPending } = useGuestRegistration(onRegistered);

  return (
    <Dialog
      title={title}
      description={description}
      width="narrow"
      onClose={onClose}
      dismissible={!isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Continue as Guest
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={submit}>
        <TextInput
          label="Name"
          name="name"
          required
          autoComplete="name"
          maxLength={100}
          error={errors.name}
        />
        <TextInput
          label="Email (optional)"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          error={errors.email}
        />
      </form>
    </Dialog>
  );
}

/** The form's errors and submission, which makes this browser a guest. */
function useGuestRegistration(onRegistered: () => void) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (body: CallInput<'POST /api/guests'>['body']) => call('POST /api/guests', { body }),
    onSuccess: (guest) => {
      writeGuest(guest);
      toast(toasts.welcome);
      onRegistered();
    },
    onError: (error) => {
      setErrors(errorsOf(error));
      toastFailure(error, toasts.guestRegistrationFailed);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const { data, errors: found = {} } = validate(createGuestBody, {
      name: fields.get('name'),
      email: textOf(fields, 'email'),
    });
    setErrors(found);
    if (data) return mutate(data);
    if (found.name === messages.guestNameRequired) toast(toasts.guestNameRequired, 'bad');
    focusFirstError(event.currentTarget);
  };
  return { errors, submit, isPending };
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function errorsOf(error: unknown): FieldErrors {
  return error instanceof CallError ? errorsByField(error.issues) : {};
}
