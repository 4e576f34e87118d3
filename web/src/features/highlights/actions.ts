import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { EventView } from '../../../../shared/contract/entities.ts';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { call, CallError } from '../../lib/call.ts';
import { toast } from '../../ui/toast-store.ts';
import { highlightsQuery } from './queries.ts';

/** Generates an event's highlights, as its owner. The response replaces the cached ones. */
export const generateHighlights = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: () => call('POST /api/events/{eventId}/highlights/calculate', { params: { eventId } }),
    onSuccess: (picks) => {
      client.setQueryData(highlightsQuery({ eventId, guest: {} }).queryKey, picks);
      client.setQueryData<EventView>(
        ['/api/events', eventId],
        (event) => event && { ...event, highlightCount: picks.length },
      );
      toast(toasts.highlightsGenerated);
    },
    onError: (error) =>
      toast(toastFor.highlightsFailed(error instanceof CallError ? error.userMessage : undefined), 'bad'),
  });
