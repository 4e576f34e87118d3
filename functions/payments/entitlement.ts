import type { PersonKey } from '../domain/caller.ts';
import { grantsAccess, type PaymentRecord } from './payment.ts';
import type { Membership } from '../domain/records.ts';

/**
 * The money side of one person in one event, kept on their membership. It is what all payments of that person
 * meet at: a write of it states what it has seen.
 */
export type Entitlement = {
  readonly eventId: string;
  readonly person: PersonKey;
  readonly standing: Membership['standing'];
  readonly isBlocked: boolean;
  /** Every attempt, the oldest first. */
  readonly paymentIds: readonly string[];
  /** Those that give access now. */
  readonly paidWith: readonly string[];
};

/** Which payments give access once this one is as it is. */
export function paidWithAfter(entitlement: Entitlement, payment: PaymentRecord): string[] {
  const others = entitlement.paidWith.filter((id) => id !== payment.id);
  return grantsAccess(payment) ? [...others, payment.id].toSorted() : others;
}

/**
 * Whether money that has just arrived must go straight back, because it buys nothing: the event or the payer is
 * gone, the payer may not come in or never pays, or has paid already.
 * @param entitlement undefined where the event or the payer's standing in it is gone
 */
export function buysNothing(
  change: { before: PaymentRecord; after: PaymentRecord },
  entitlement: Entitlement | undefined,
): boolean {
  const { before, after } = change;
  if (before.status === 'succeeded' || !grantsAccess(after)) return false;
  if (!entitlement || entitlement.isBlocked || entitlement.standing === 'owner') return true;
  return entitlement.paidWith.some((id) => id !== after.id);
}
