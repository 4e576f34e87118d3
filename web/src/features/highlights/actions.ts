import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { toastFor, toasts } from '../../../../shared/messages.ts';
import { highlightsChanged } from '../../changes/event-changes.ts';
import { viewingOf } from '../../changes/viewing.ts';
import { call, CallError } from '../../lib/call.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Generates an event's highlights, as its owner. The response replaces the cached ones. */
export const generateHighlights = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: () => call('POST /api/events/{eventId}/highlights/calculate', { params: { eventId } }),
    onSuccess: (picks, _, viewing) => {
      highlightsChanged(viewing, eventId, picks);
      toast(toasts.highlightsGenerated);
    },
    onError: (error) =>
      toastFailure(
        error,
        toastFor.highlightsFailed(error instanceof CallError ? error.userMessage : undefined),
      ),
  });
