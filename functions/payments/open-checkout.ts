import { messages } from '../../shared/messages.ts';
import { chargeOf } from '../../shared/values/currency.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import type { PersonKey } from '../domain/caller.ts';
import { isTooLateToOpen } from './checkout-lifetime.ts';
import { abandonPayment, isFinal, newPayment, type PaymentRecord } from './payment.ts';
import type { Entitlement } from './entitlement.ts';
import type { EventRecord } from '../domain/records.ts';
import { CheckoutRefused, type PaymentPorts } from './ports.ts';
import { settlePayment } from './settle-payment.ts';

/** Each attempt that ends without an answer was overtaken by another call. */
const MAX_LOOKS = 10;

type Opening = PaymentPorts & {
  readonly begin: (payment: PaymentRecord, entitlement: Entitlement) => Promise<boolean>;
  readonly newId: (now: Date) => string;
};

/**
 * The URL where a person pays for an event: their open checkout, or a new one if there is none or it has
 * ended. One person has one open checkout, however many tabs and calls ask.
 * @param payer has a membership in the event
 * @throws AppError 409 if they have paid or their money is on its way; 400 if the price cannot be charged
 */
export async function openCheckout(
  event: EventRecord,
  payer: PersonKey,
  ports: Opening,
): Promise<{ url: string }> {
  const amount = amountOf(event);
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const entitlement = await ports.store.getEntitlement(event.id, payer);
    if (!entitlement) throw notFound();
    if (entitlement.paidWith.length > 0)
      throw conflict('already_paid', 'You have already paid for this event.');
    const latest = entitlement.paymentIds.at(-1);
    const payment = latest && (await ports.store.getPayment({ eventId: event.id, id: latest }));
    if (!payment || isFinal(payment)) {
      const now = ports.now();
      await ports.begin(newPayment(event, { id: ports.newId(now), payer, amount, now }), entitlement);
    } else {
      const url = await urlOf(payment, entitlement, ports);
      if (url) return { url };
    }
  }
  throw new Error('The checkout keeps changing.');
}

function amountOf(event: EventRecord): number {
  const charge = chargeOf({ priceCents: event.priceCents ?? 0, currency: event.currency });
  if ('amount' in charge) return charge.amount;
  throw new AppError('invalid', 'price_not_chargeable', { message: charge.problem });
}

/** The open checkout of a pending payment; undefined if the payment has moved on and must be read again. */
async function urlOf(
  payment: PaymentRecord,
  entitlement: Entitlement,
  ports: Opening,
): Promise<string | undefined> {
  if (!payment.sessionId) return startCheckout(payment, entitlement, ports);
  const checkout = await ports.provider.read(payment.sessionId);
  if (checkout?.facts.outcome === 'open' && checkout.url) return checkout.url;
  const settled = await settlePayment({ eventId: payment.eventId, id: payment.id }, ports);
  if (settled?.isProcessing) {
    throw conflict('payment_processing', 'Your payment is on its way. This can take a few days.');
  }
  return undefined;
}

async function startCheckout(
  payment: PaymentRecord,
  entitlement: Entitlement,
  ports: Opening,
): Promise<string | undefined> {
  const change = { before: payment, entitlement };
  if (isTooLateToOpen(payment.createdAt, ports.now())) {
    await ports.store.commit({ ...change, after: abandonPayment(payment, ports.now()) }, ports.now());
    return undefined;
  }
  try {
    const { sessionId, url } = await ports.provider.openCheckout(payment);
    const after = { ...payment, sessionId, version: payment.version + 1 };
    await ports.store.commit({ ...change, after }, ports.now());
    return url ?? undefined;
  } catch (error) {
    if (!(error instanceof CheckoutRefused)) throw error;
    await ports.store.commit({ ...change, after: abandonPayment(payment, ports.now()) }, ports.now());
    throw conflict('checkout_refused', messages.checkoutFailed, error);
  }
}

function conflict(code: string, message: string, cause?: unknown): AppError {
  return new AppError('conflict', code, { message, cause });
}
