import type { StripeContext } from './stripe-context.ts';
import { settleDelayedPayment } from './complete-payment.ts';
import { expireSession, findSession } from './checkout-sessions.ts';

/** Expires open sessions that are due, and ends delayed payments as their payer chose on the page. */
export function processDueSessions(context: StripeContext): void {
  for (const id of context.database.listDue(context.now().getTime())) {
    const session = findSession(context, id);
    const { ending } = context.database.internalState(id);
    if (session.status === 'open') expireSession(context, session);
    else if (ending) settleDelayedPayment(context, session, ending);
    else context.database.setDue(id, undefined);
  }
}
