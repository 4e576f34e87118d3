import type { StripeContext } from './stripe-context.ts';
import type { StripeObject } from './stripe-objects.ts';

type Answer = Record<string, unknown>;

/**
 * Replaces ids by whole objects as requested: a session's payment intent, the intent's charge, and the
 * charge's refunds.
 * @param paths such as `['payment_intent', 'latest_charge']`
 */
export function expand(
  context: StripeContext,
  object: StripeObject | Answer,
  paths: readonly string[][],
): Answer {
  const expanded: Answer = { ...object };
  for (const name of new Set(paths.map(([first = '']) => first))) {
    if (name === 'refunds') expanded[name] = refundsOf(context, object);
    const id = expanded[name];
    const kind = name === 'payment_intent' ? 'payment_intent' : 'charge';
    const related = typeof id === 'string' ? context.database.find(kind, id) : undefined;
    const deeper = paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : []));
    if (related) expanded[name] = expand(context, related, deeper);
  }
  return expanded;
}

/** The charge's refunds, newest first. */
function refundsOf(context: StripeContext, charge: StripeObject | Answer): Answer {
  const data = context.database.list('refund').filter((refund) => refund.charge === charge.id);
  return {
    object: 'list',
    url: `/v1/charges/${String(charge.id)}/refunds`,
    has_more: false,
    data: data.toReversed(),
  };
}
