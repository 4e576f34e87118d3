import type { PersonKey } from '../domain/caller.ts';
import type { PaymentRecord } from './payment.ts';
import type { Membership } from '../domain/records.ts';
import { grantsAccess } from '../domain/paid-access.ts';

/**
 * The money side of one person in one event, kept on their membership. All payments of that person share it:
 * each write is conditional on what was read.
 */
export type Entitlement = {
  readonly eventId: string;
  readonly person: PersonKey;
  readonly standing: Membership['standing'];
  readonly isCoHost?: true | undefined;
  readonly isBlocked: boolean;
  readonly hasPlace: boolean;
  /** Every attempt, the oldest first. */
  readonly paymentIds: readonly string[];
  /** Those that grant access now. */
  readonly paidWith: readonly string[];
};

/** Whether payments that grant access give their payer a place, full or not: nobody who has paid is refused. */
export const givesPlace = (
  { hasPlace, isBlocked, standing }: Entitlement,
  paidWith: readonly string[],
): boolean => paidWith.length > 0 && !hasPlace && !isBlocked && standing !== 'owner';

/** Which payments grant access after a change to this one. */
export function paidWithAfter(entitlement: Entitlement, payment: PaymentRecord): string[] {
  const others = entitlement.paidWith.filter((id) => id !== payment.id);
  return grantsAccess(payment) ? [...others, payment.id].toSorted() : others;
}

/** Whether it is that of a host, who never pays. */
const isHosts = ({ standing, isCoHost }: Entitlement): boolean => standing === 'owner' || isCoHost === true;

/**
 * Whether money that has just arrived must be refunded at once, because it buys nothing: the event or the
 * payer is gone, or the payer is blocked, is a host, or has already paid.
 * @param entitlement undefined if the event or the payer's membership is gone
 */
export function buysNothing(
  change: { before: PaymentRecord; after: PaymentRecord },
  entitlement: Entitlement | undefined,
): boolean {
  const { before, after } = change;
  if (before.status === 'succeeded' || !grantsAccess(after)) return false;
  if (!entitlement || entitlement.isBlocked || isHosts(entitlement)) return true;
  return entitlement.paidWith.some((id) => id !== after.id);
}
