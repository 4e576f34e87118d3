import { type StripeContext, toSeconds } from './stripe-context.ts';
import { type Form, textAt, textsAt } from './form-body.ts';
import { newObjectId, type Session, type InternalSessionState } from './stripe-objects.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

/** Source: https://docs.stripe.com/api/checkout/sessions/create, `expires_at`. */
const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 3600;

/** Smallest charges of some currencies, in minor units. Source: https://docs.stripe.com/currencies. */
const MINIMUMS: Readonly<Record<string, number>> = { usd: 50, eur: 50, gbp: 30, jpy: 50, krw: 50, czk: 1500 };
const MAXIMUM = 99_999_999;

export function findSession(context: StripeContext, id: string): Session {
  const session = context.database.find('checkout.session', id);
  if (!session) throw notFound('checkout.session', id);
  return withCurrentUrl(context, session);
}

/** The session with its current page URL: after a restart the server may be on another port. */
export function withCurrentUrl(context: StripeContext, session: Session): Session {
  return { ...session, url: session.status === 'open' ? pageOf(context, session.id) : null };
}

const pageOf = (context: StripeContext, id: string): string => `${context.origin()}/c/pay/${id}`;

/** POST /v1/checkout/sessions. @throws StripeApiError for what Stripe would refuse, too */
export function createSession(context: StripeContext, form: Form): Session {
  if (textAt(form, 'mode') !== 'payment') throw invalid('mode', 'Only the mode payment is known here.');
  const item = textsAt(form, 'line_items', '0', 'price_data');
  const id = newObjectId('cs_test');
  const created = toSeconds(context.now());
  const amount = amountOf(item, textAt(form, 'line_items', '0', 'quantity'));
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: addressAt(form, 'cancel_url'),
    client_reference_id: textAt(form, 'client_reference_id') ?? null,
    created,
    currency: item['currency'] ?? '',
    customer: null,
    expires_at: endOf(form, created),
    livemode: false,
    metadata: textsAt(form, 'metadata'),
    mode: 'payment',
    payment_intent: null,
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: addressAt(form, 'success_url'),
    ui_mode: 'hosted_page',
    url: pageOf(context, id),
  };
  const inside: InternalSessionState = {
    productName: textAt(form, 'line_items', '0', 'price_data', 'product_data', 'name') ?? 'Payment',
    intentMetadata: textsAt(form, 'payment_intent_data', 'metadata'),
  };
  context.database.transaction(() => {
    context.database.save(session);
    context.database.saveInternalState(id, inside);
    context.database.setDue(id, session.expires_at * 1000);
  });
  return session;
}

function endOf(form: Form, created: number): number {
  const wanted = textAt(form, 'expires_at');
  if (wanted === undefined) return created + LONGEST_SECONDS;
  if (!/^\d+$/.test(wanted)) throw invalid('expires_at', `Invalid integer: ${wanted}`);
  const end = Number(wanted);
  const isSoon = end < created + SHORTEST_SECONDS;
  if (!isSoon && end <= created + LONGEST_SECONDS) return end;
  throw invalid(
    'expires_at',
    `The \`expires_at\` timestamp must be ${isSoon ? 'at least 30 minutes' : 'less than 24 hours'} from Checkout Session creation.`,
  );
}

/** Ends an open session, by request or because its time is over. @throws StripeApiError if it is not open */
export function expireSession(context: StripeContext, session: Session): Session {
  if (session.status !== 'open') {
    throw new StripeApiError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return context.database.transaction(() => {
    const expired: Session = { ...session, status: 'expired', url: null };
    context.database.save(expired);
    context.database.setDue(session.id, undefined);
    context.recordEvent('checkout.session.expired', expired);
    return expired;
  });
}

function amountOf(item: Record<string, string>, quantity: string | undefined): number {
  const [currency = '', unit = ''] = [item['currency'], item['unit_amount']];
  if (!/^[a-z]{3}$/.test(currency)) throw invalid('currency', `Invalid currency: ${currency}`);
  if (!/^\d+$/.test(unit)) throw invalid('unit_amount', `Invalid integer: ${unit}`);
  const amount = Number(unit) * Number(quantity ?? '1');
  if (amount < (MINIMUMS[currency] ?? 1)) {
    throw new StripeApiError(
      400,
      `The Checkout Session's total amount due must add up to at least ${MINIMUMS[currency] ?? 1} ${currency}`,
      { code: 'amount_too_small' },
    );
  }
  if (amount > MAXIMUM) {
    throw new StripeApiError(400, `Amount must be no more than ${MAXIMUM}`, { code: 'amount_too_large' });
  }
  return amount;
}

function addressAt(form: Form, name: 'success_url' | 'cancel_url'): string {
  const text = textAt(form, name);
  if (text && /^https?:/.test(text) && URL.canParse(text)) return text;
  throw new StripeApiError(400, 'Not a valid URL', { code: 'url_invalid', param: name });
}

function invalid(param: string, message: string): StripeApiError {
  return new StripeApiError(400, message, { code: 'parameter_invalid', param });
}
