import { useState } from 'react';
import type { EventView } from '../../../../shared/contract/entities.ts';

/**
 * Whether a viewer would be refused an event's photos until they pay. The event says whether a user has paid; the payment
 * wall finds out for guests.
 */
export function useUnpaid(
  { isPaid, hasPaid }: Pick<EventView, 'isPaid' | 'hasPaid'>,
  { isOwner }: { isOwner: boolean },
) {
  const [isPaidGuest, setPaidGuest] = useState(false);
  return {
    isUnpaid: isPaid && !isOwner && !hasPaid && !isPaidGuest,
    onGuestPaid: () => setPaidGuest(true),
  };
}
