import { formatAmount } from '../../../shared/values/currency.ts';
import { html, type Html } from '../pages/html.ts';
import { type PageTheme, page, pageHeaders } from '../pages/page.ts';
import { BANK_DEBIT_MS } from './bank-debit.ts';
import type { Session } from './stripe-objects.ts';
import { style } from './checkout-page-style.ts';

// A ticket torn off along its perforation, the stub kept.
const drawing = `<svg class="drawing" viewBox="0 0 132 84" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M10 26 80 10l3.6 15.600a7 7 0 0 0 3 13.200L90 54 20 70l-3.600-15.600a7 7 0 0 0-3-13.200z"/><path d="m62 20 1.400 6m1.400 6 1.400 6m1.400 6 1.400 6"/><g class="front"><path d="m101 12 20 6.500-4 12.300a6 6 0 0 0-3.700 11.400L109 55 89.500 48.700"/><path d="m100 28 9 3m-11 5 9 3"/></g></svg>`;

const theme: PageTheme = { style, drawing, iconPath: 'M7 12h18v3a2 2 0 0 0 0 4v3H7v-3a2 2 0 0 0 0-4z' };

const DEBIT_SECONDS = BANK_DEBIT_MS / 1000;

/** The payment methods on the page; the first is preselected. */
export const PAYMENT_CHOICES = [
  { id: 'card', name: 'Card', hint: 'The money is there at once.' },
  { id: 'declined', name: 'Card that is declined', hint: 'Nothing is paid, and you can try again.' },
  { id: 'delayed', name: 'Bank debit', hint: `The money comes ${DEBIT_SECONDS} seconds later.` },
  { id: 'bounced', name: 'Bank debit that fails', hint: `${DEBIT_SECONDS} seconds later no money has come.` },
] as const;
export type PaymentChoice = (typeof PAYMENT_CHOICES)[number]['id'];

/** The page of an open checkout session. */
export function checkoutPage(view: { session: Session; productName: string; problem?: string }): string {
  const { session, productName, problem } = view;
  return page(theme, {
    title: productName,
    amount: amountLine(session),
    lead: 'This page stands in for Stripe. No card is asked for, and no money moves.',
    panel: html`<form method="post" action="/c/pay/${session.id}">
      ${problem === undefined ? undefined : html`<p class="wrong" role="alert">${problem}</p>`}
      <fieldset>
        <legend>Pay with</legend>
        ${PAYMENT_CHOICES.map(wayChoice)}
      </fieldset>
      <div class="acts">
        <button class="go" name="choice" value="pay">Pay</button>
        <button class="back" name="choice" value="cancel">Cancel</button>
      </div>
    </form>`,
  });
}

function wayChoice({ id, name, hint }: (typeof PAYMENT_CHOICES)[number], place: number): Html {
  return html`<label class="way">
    <input type="radio" name="way" value="${id}" ${place === 0 ? html`checked` : undefined} />
    <span><b>${name}</b><span>${hint}</span></span>
  </label>`;
}

/** A page with a message and one link. */
export function checkoutMessagePage(view: {
  title: string;
  lead: string;
  action: string;
  href: string;
}): string {
  return page(theme, {
    title: view.title,
    lead: view.lead,
    action: html`<a class="go" href="${view.href}">${view.action}</a>`,
  });
}

function amountLine({ amount_total, currency }: Session): Html {
  return html`<p class="amount">
    ${formatAmount(amount_total, currency)} <span>${currency.toUpperCase()}</span>
  </p>`;
}

/** Headers of every page. @param backTo the origins that the session may redirect to */
export function checkoutHeaders(backTo: readonly string[]): Record<string, string> {
  return { ...pageHeaders(theme, backTo), 'Content-Type': 'text/html; charset=utf-8' };
}
