import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { PaymentView } from '../../../shared/contract/payments.ts';
import type { PersonView } from '../../../shared/contract/people.ts';
import type { Reply } from '../lib/endpoints.ts';
import { queryKeys } from '../lib/query-keys.ts';
import { markStale, recordChange } from './change-log.ts';
import { markEventStale } from './event-changes.ts';
import { byViewer } from './viewing.ts';

type Pages<Items> = InfiniteData<{ items: Items; nextCursor: string | null }>;

function mapPages<Items>(data: unknown, change: (items: Items) => Items): Pages<Items> {
  const { pages, pageParams } = data as Pages<Items>;
  return { pages: pages.map((page) => ({ ...page, items: change(page.items) })), pageParams };
}

/** A host has removed a person from an event or let them back in, or its owner has made them a co-host or no longer. */
export const personChanged = byViewer((client, eventId: string, changed: PersonView) => {
  const { id, isBlocked, standing } = changed;
  recordChange(client, {
    id: `person ${eventId} ${id}`,
    scope: { queryKey: queryKeys.people(eventId) },
    patch: (data) =>
      mapPages<PersonView[]>(data, (people) =>
        people.map((person) => (person.id === id ? { ...person, isBlocked, standing } : person)),
      ),
  });
  void markStale(client, { queryKey: queryKeys.coHosts(eventId) });
  void markStale(client, { queryKey: queryKeys.idlePeople(eventId) });
  void markStale(client, { queryKey: queryKeys.recentGuests(eventId) });
});

/**
 * A call about a person was refused with this status. If it says that others have changed who they are, or that the viewer is
 * no host any more, the people and the event are read again.
 */
export function peopleMayBeChanged(client: QueryClient, eventId: string, status: number | undefined): void {
  if (status !== 403 && status !== 404) return;
  void markStale(client, { queryKey: queryKeys.people(eventId) });
  void markStale(client, { queryKey: queryKeys.coHosts(eventId) });
  void markEventStale(client, eventId);
}

/** The owner has removed many people at once, perhaps with their votes: all of the event is read again. */
export const peopleRemoved = byViewer((client, eventId: string) => {
  void markStale(client, { queryKey: queryKeys.ofEvent(eventId) });
});

/** The owner has refunded a payment. Its payer may have lost access, which the list of people shows. */
export const paymentChanged = byViewer((client, changed: PaymentView) => {
  const { id, eventId } = changed;
  recordChange(client, {
    id: `payment ${id}`,
    scope: { queryKey: queryKeys.payments(eventId) },
    patch: (data) =>
      mapPages<Reply<'GET /api/events/{eventId}/payments'>>(data, ({ payments, totals }) => ({
        payments: payments.map((payment) =>
          payment.id === id && payment.updatedAt < changed.updatedAt ? changed : payment,
        ),
        totals,
      })),
  });
  paymentMayBeChanged(client, eventId);
});

/** A refund may have happened: totals and access are the server's to say. */
export function paymentMayBeChanged(client: QueryClient, eventId: string): void {
  void markStale(client, { queryKey: queryKeys.payments(eventId) });
  void markStale(client, { queryKey: queryKeys.people(eventId) });
  void markStale(client, { queryKey: queryKeys.coHosts(eventId) });
}
