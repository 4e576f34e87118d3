import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { accessChanged, patchEvent } from '../../changes/event-changes.ts';
import { byViewer, viewingOf } from '../../changes/viewing.ts';
import { call, messageOf } from '../../lib/call.ts';
import { pluralize } from '../../lib/pluralize.ts';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast-store.ts';

/** Makes a link by which one person becomes a co-host. */
export const createCoHostLink = (eventId: string) =>
  mutationOptions({
    mutationFn: () => call('POST /api/events/{eventId}/co-host-links', { params: { eventId } }),
    onError: (error) =>
      toastFailure(error, {
        title: 'Error',
        text: messageOf(error, 'Failed to create a link. Please try again.'),
      }),
  });

/** Ends all links for co-hosts that nobody has used. */
export const revokeCoHostLinks = (eventId: string) =>
  mutationOptions({
    mutationFn: () => call('DELETE /api/events/{eventId}/co-host-links', { params: { eventId } }),
    onSuccess: ({ revoked }) =>
      toast({
        title: 'Links Ended',
        text:
          revoked === 0
            ? 'No link was waiting to be used.'
            : `${pluralize(revoked, 'link')} can no longer be used.`,
      }),
    onError: (error) =>
      toastFailure(error, {
        title: 'Error',
        text: messageOf(error, 'Failed to end the links. Please try again.'),
      }),
  });

/** The viewer is a co-host from now on. While its page knew their earlier role, it would join them, or ask them to pay. */
const becameCoHost = byViewer((client, eventId: string) => {
  patchEvent(client, eventId, (event) => ({ ...event, role: 'co-host', hasPlace: true, hasPaid: true }));
  accessChanged(client, eventId);
});

/** Makes the viewer a co-host by a link. */
export const acceptCoHostLink = (client: QueryClient, eventId: string) =>
  mutationOptions({
    onMutate: () => viewingOf(client),
    mutationFn: (code: string) =>
      call('POST /api/events/{eventId}/co-host-links/accept', { params: { eventId }, body: { code } }),
    onSuccess: (_, __, viewing) => becameCoHost(viewing, eventId),
  });

type HandOver = {
  readonly userId: string;
  readonly eventName: string;
  readonly despitePayments: boolean;
};

/** Makes a co-host the owner. The viewer is a co-host from then on. */
export const handOverEvent = (client: QueryClient, eventId: string) =>
  mutationOptions({
    mutationFn: ({ userId, eventName, despitePayments }: HandOver) =>
      call('POST /api/events/{eventId}/owner', {
        params: { eventId },
        body: { userId, eventName, ...(despitePayments && { confirm: 'payments' as const }) },
      }),
    onSuccess: () => accessChanged(client, eventId),
  });
