import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toasts } from '../../../../shared/messages.ts';
import { isAlreadyJoined, saysAlreadyJoined } from '../../../../shared/rules/already-joined.ts';
import { eventJoined } from '../../changes/event-changes.ts';
import { placeMayBeChanged } from '../../changes/refusal-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';

type Joining = { readonly user: { readonly id: string } | null; readonly isKeptOut: boolean };

/** Joins a signed-in viewer to somebody else's event, with one attempt; again if the host has taken their place back. */
export function useAutoJoin({ id: eventId, role }: EventView, { user, isKeptOut }: Joining): void {
  const client = useQueryClient();
  const attempted = useRef<string>(undefined);
  const userId = user?.id;

  useEffect(() => {
    const attempt = `${eventId} ${userId}`;
    if (role === 'participant') attempted.current = undefined;
    if (role !== 'user' || userId === undefined || isKeptOut || attempted.current === attempt) return;
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
  }, [client, eventId, userId, role, isKeptOut]);
}
