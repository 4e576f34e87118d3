import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StripeContext } from './stripe-context.ts';
import type { Session } from './stripe-objects.ts';
import {
  checkoutPage,
  checkoutHeaders,
  checkoutMessagePage,
  type PaymentChoice,
  PAYMENT_CHOICES,
} from './checkout-page.ts';
import { completeSession } from './complete-payment.ts';

type Visit = { readonly request: IncomingMessage; readonly body: string; readonly path: string };

export type CheckoutContext = {
  readonly context: StripeContext;
  /** How long a bank debit that was chosen on the page takes. */
  readonly debitMs: () => number;
};

/** Serves `/c/pay/{session}`: shows what to pay, takes the choice, and redirects back to the product. */
export function serveCheckout(served: CheckoutContext, visit: Visit, response: ServerResponse): void {
  const { context } = served;
  const id = visit.path.slice('/c/pay/'.length);
  const session = context.database.find('checkout.session', id);
  const headers = checkoutHeaders(session ? originsOf(session) : []);
  const show = (status: number, body: string): void => void response.writeHead(status, headers).end(body);
  if (!session) return show(404, nothingHere());
  const { origin } = visit.request.headers;
  if (visit.request.method === 'POST' && origin !== undefined && origin !== context.origin()) {
    return show(403, over(session));
  }
  if (session.status !== 'open') return show(200, over(session));
  const { productName } = context.database.internalState(id);
  if (visit.request.method !== 'POST') return show(200, checkoutPage({ session, productName }));
  const form = new URLSearchParams(visit.body);
  if (form.get('choice') === 'cancel') return leadTo(response, session.cancel_url);
  const way = PAYMENT_CHOICES.find((one) => one.id === form.get('way'))?.id ?? 'card';
  if (way === 'declined') {
    // 200 with the problem: browsers log any other status as an error.
    return show(200, checkoutPage({ session, productName, problem: 'The card was declined.' }));
  }
  leadTo(response, successUrl(pay(served, session, way)));
}

function pay(
  { context, debitMs }: CheckoutContext,
  session: Session,
  way: Exclude<PaymentChoice, 'declined'>,
): Session {
  if (way === 'card') return completeSession(context, session, 'card');
  return context.database.transaction(() => {
    const completed = completeSession(context, session, 'delayed');
    const ending = way === 'delayed' ? 'succeeded' : 'failed';
    context.database.saveInternalState(session.id, { ...context.database.internalState(session.id), ending });
    context.database.setDue(session.id, context.now().getTime() + debitMs());
    return completed;
  });
}

function leadTo(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

const successUrl = ({ id, success_url }: Session): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

function originsOf(session: Session): string[] {
  return [...new Set([successUrl(session), session.cancel_url].map((url) => new URL(url).origin))];
}

function over(session: Session): string {
  const isExpired = session.status === 'expired';
  return checkoutMessagePage({
    title: isExpired ? 'This checkout is over' : 'This has been paid',
    lead: isExpired
      ? 'Its time was over, or somebody closed it. Nothing was paid.'
      : 'Paying twice is not possible here.',
    action: 'Back to the event',
    href: isExpired ? session.cancel_url : successUrl(session),
  });
}

function nothingHere(): string {
  return checkoutMessagePage({
    title: 'There is no such checkout',
    lead: 'The address is incomplete, or the data of this machine was deleted since.',
    action: 'To the local system',
    href: '/',
  });
}
