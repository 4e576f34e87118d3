import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toasts } from '../../../shared/messages.ts';
import { createEvent } from '../features/events/actions.ts';
import { CreateEventForm } from '../features/events/create-event-form.tsx';
import { CreatedEvent } from '../features/events/created-event.tsx';
import { CallError } from '../lib/call.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { useKeepScreen } from '../lib/use-session.ts';
import { errorsByField, focusFirstError } from '../lib/validate.ts';
import { toastFailure } from '../ui/toast-failure.ts';
import { toast } from '../ui/toast-store.ts';
import styles from './create-event.module.css';

/** The create-event form, followed by the success screen. */
export default function CreateEvent() {
  const { mutate, data: event, error, isPending } = useMutation(createEvent(useQueryClient()));
  const page = useRef<HTMLDivElement>(null);
  useKeepScreen(!event);
  usePageTitle(event ? 'Event Created Successfully' : 'Create New Event');
  useEffect(() => {
    // The form that had the focus is gone: continue at the top of the success screen.
    if (!event) return;
    page.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [event]);
  useEffect(() => {
    const form = error && page.current?.querySelector('form');
    if (form) focusFirstError(form);
  }, [error]);

  return (
    <div ref={page} tabIndex={-1} className={styles.page} data-step={event ? 'created' : 'form'}>
      {event ? (
        <CreatedEvent event={event} />
      ) : (
        <>
          <h1>Create New Event</h1>
          <CreateEventForm
            pending={isPending}
            serverErrors={error instanceof CallError ? errorsByField(error.issues) : undefined}
            onSubmit={(body) =>
              mutate(body, {
                onSuccess: () => toast(toasts.eventCreated),
                onError: (failure) => toastFailure(failure, toasts.createEventFailed),
              })
            }
          />
        </>
      )}
    </div>
  );
}
