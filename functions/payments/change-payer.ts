import type { PaymentRecord } from './payment.ts';
import { paidWithAfter, type Entitlement } from './entitlement.ts';
import { unauthenticated } from '../domain/app-error.ts';
import { isClosedMembership } from '../table/closed-memberships.ts';
import { ConditionsFailed, transact, tryTransact } from '../table/dynamo.ts';
import { checkoutDiscount, paymentWrite } from './write-payment.ts';
import { entitlementUpdates, entitlementUpdatesWhileOpen } from './entitlement-store.ts';

/**
 * Transfers a payment to another person.
 * @returns false if part of it was written meanwhile
 * @throws AppError 401 if the other person has just left
 */
export async function reassignPayment(
  payment: PaymentRecord,
  entitlements: { from: Entitlement; to: Entitlement },
  now: Date,
): Promise<boolean> {
  const given: PaymentRecord = {
    ...payment,
    payer: entitlements.to.person,
    updatedAt: now.toISOString(),
    version: payment.version + 1,
  };
  const without = (ids: readonly string[]) => ids.filter((id) => id !== payment.id);
  const ids = [...without(entitlements.to.paymentIds), payment.id].toSorted();
  const before = entitlementUpdates(entitlements.from, {
    paymentIds: without(entitlements.from.paymentIds),
    paidWith: without(entitlements.from.paidWith),
  });
  const after = { paymentIds: ids, paidWith: paidWithAfter(entitlements.to, given) };
  const writes = [paymentWrite(payment, given), ...before];
  try {
    await transact([...writes, ...entitlementUpdatesWhileOpen(entitlements.to, after)]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (isClosedMembership(error.failures[writes.length]?.found)) throw unauthenticated();
    return false;
  }
}

/** Anonymises a payment, which is kept. @returns false if it was written meanwhile */
export async function anonymisePayment(payment: PaymentRecord): Promise<boolean> {
  const nameless: PaymentRecord = {
    ...payment,
    payer: null,
    description: null,
    version: payment.version + 1,
  };
  return tryTransact([paymentWrite(payment, nameless), ...checkoutDiscount(payment, nameless)]);
}
