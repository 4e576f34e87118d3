/**
 * How long a checkout can be paid, from when its payment was begun: long enough to find a card, short enough that
 * whoever leaves it open gives its room back soon. Stripe takes 30 minutes to 24 hours from when it makes the session.
 * Source: https://docs.stripe.com/api/checkout/sessions/create, `expires_at`.
 */
export const CHECKOUT_MINUTES = 60;

/**
 * Until when a session may still be made for a payment: Stripe wants half an hour left, and has a clock of its own. It
 * keeps the answer to an idempotency key for far longer, so asking again never makes a second.
 */
export const OPENING_MINUTES = 25;

const MINUTE_MS = 60_000;

/** When the checkout of a payment that was begun then ends, in seconds since 1970: always the same for one payment. */
export const checkoutEndSeconds = (begunAt: string): number =>
  Math.floor(Date.parse(begunAt) / 1000) + CHECKOUT_MINUTES * 60;

/** Whether it is too late to make a session for a payment that was begun then. */
export const isTooLateToOpen = (begunAt: string, now: Date): boolean =>
  now.getTime() - Date.parse(begunAt) > OPENING_MINUTES * MINUTE_MS;

/** Begun before this, a payment's checkout has ended, whoever knows of it. */
export const endedIfBegunBefore = (now: Date): Date => new Date(now.getTime() - CHECKOUT_MINUTES * MINUTE_MS);
