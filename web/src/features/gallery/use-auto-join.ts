import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { isAlreadyJoined, saysAlreadyJoined } from '../../../../shared/rules/already-joined.ts';
import { call, CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';

/** Makes whoever is signed in and looks at somebody else's event a participant, with one attempt. */
export function useAutoJoin(event: EventView | undefined): void {
  const client = useQueryClient();
  const attempted = useRef<string>(undefined);
  const eventId = event?.id;
  // The server says who is a participant already: asking again would only be refused.
  const isStranger = event?.role === 'user';

  useEffect(() => {
    if (eventId === undefined || !isStranger || attempted.current === eventId) return;
    attempted.current = eventId;
    const joined = () =>
      client.setQueryData<EventView>(
        ['/api/events', eventId],
        (event) => event && { ...event, role: 'participant' },
      );
    call('POST /api/events/{eventId}/join', { params: { eventId } }).then(
      ({ message }) => {
        joined();
        if (!saysAlreadyJoined(message)) toast(toasts.welcomeToEvent);
      },
      (error: unknown) => {
        if (error instanceof CallError && isAlreadyJoined(error)) joined();
      },
    );
  }, [client, eventId, isStranger]);
}
