import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { isAlreadyJoined, saysAlreadyJoined } from '../../../../shared/rules/already-joined.ts';
import { eventJoined } from '../../changes/event-changes.ts';
import { placeMayBeChanged } from '../../changes/place-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';

/** Joins a signed-in viewer to somebody else's event, with one attempt. */
export function useAutoJoin(event: EventView | undefined, userId: string | undefined): void {
  const client = useQueryClient();
  const attempted = useRef<string>(undefined);
  const eventId = event?.id;
  // Participants have another role, so they are not joined again.
  const isKeptOut = event?.isPaused && !event.hasPlace;
  const canJoin = event?.role === 'user' && userId !== undefined && !isKeptOut;

  useEffect(() => {
    const attempt = `${eventId} ${userId}`;
    if (eventId === undefined || !canJoin || attempted.current === attempt) return;
    attempted.current = attempt;
    const viewing = viewingOf(client);
    const markJoined = () => eventJoined(viewing, eventId);
    call('POST /api/events/{eventId}/join', { params: { eventId }, as: userId }).then(
      ({ message }) => {
        markJoined();
        if (!saysAlreadyJoined(message)) toast(toasts.welcomeToEvent);
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) return;
        if (isAlreadyJoined(error)) markJoined();
        else placeMayBeChanged(client, eventId, error.code);
      },
    );
  }, [client, eventId, userId, canJoin]);
}
