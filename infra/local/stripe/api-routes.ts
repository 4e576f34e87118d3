import { createSession, expireSession, findSession, withCurrentUrl } from './checkout-sessions.ts';
import { expand } from './expand.ts';
import { type Form, textAt, textsAt, unknownNames } from './form-body.ts';
import { createRefund } from './refunds.ts';
import type { StripeContext } from './stripe-context.ts';
import { notFound, StripeApiError, unknownParameter } from './stripe-error.ts';
import type { StripeEvent, StripeObject } from './stripe-objects.ts';

export type ApiRequest = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** From the query for GET, from the body for POST. */
  readonly form: Form;
};

type Answer = Record<string, unknown>;
type Route = {
  readonly method: 'GET' | 'POST';
  /** With `{id}` for an object's id. */
  readonly path: string;
  /** Names of parameters; `*` is any name, or any index of a list. */
  readonly takes?: readonly string[];
  readonly answer: (context: StripeContext, form: Form, id: string) => StripeObject | Answer;
};

const EXPAND = 'expand.*';
const PAGE = ['limit', 'starting_after'];

/** The part of Stripe's API that paying by checkout needs. Source: https://docs.stripe.com/api. */
export const apiRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    takes: [
      'mode',
      'line_items.*.quantity',
      'line_items.*.price_data.currency',
      'line_items.*.price_data.unit_amount',
      'line_items.*.price_data.product_data.name',
      'client_reference_id',
      'metadata.*',
      'payment_intent_data.metadata.*',
      'success_url',
      'cancel_url',
      'expires_at',
      'adaptive_pricing.enabled',
    ],
    answer: createSession,
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions',
    takes: PAGE,
    answer: (context, form) => {
      const sessions = context.database.list('checkout.session');
      const current = sessions.map((session) => withCurrentUrl(context, session));
      return page(current, { form, url: '/v1/checkout/sessions' });
    },
  },
  {
    method: 'GET',
    path: '/v1/checkout/sessions/{id}',
    takes: [EXPAND],
    answer: (context, _form, id) => findSession(context, id),
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/{id}/expire',
    answer: (context, _form, id) => expireSession(context, findSession(context, id)),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/{id}',
    takes: [EXPAND],
    answer: (context, _form, id) => {
      const intent = context.database.find('payment_intent', id);
      if (!intent) throw notFound('payment_intent', id);
      return intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    takes: ['payment_intent', 'amount', 'metadata.*'],
    answer: createRefund,
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    takes: [...PAGE, 'payment_intent'],
    answer: (context, form) => {
      const intent = textAt(form, 'payment_intent');
      const disputes = context.database.list('dispute');
      const found = disputes.filter((one) => intent === undefined || one.payment_intent === intent);
      return page(found, { form, url: '/v1/disputes' });
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    takes: [...PAGE, 'types.*', 'created.gte', 'delivery_success'],
    answer: (context, form) => {
      const events = context.database.list('event').filter((event) => isEventWished(form, event));
      return page(events, { form, url: '/v1/events' });
    },
  },
];

const patterns = apiRoutes.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace('{id}', '([^/]+)')}$`),
}));

/** Answers one call. @throws StripeApiError */
export function answerApi(context: StripeContext, { method, path, form }: ApiRequest): Answer {
  for (const { pattern, takes = [], answer, ...route } of patterns) {
    const match = method === route.method ? pattern.exec(path) : null;
    if (!match) continue;
    const [unknown] = unknownNames(form, takes);
    if (unknown !== undefined) throw unknownParameter(unknown);
    const expansions = Object.values(textsAt(form, 'expand')).map((names) => names.split('.'));
    return expand(context, answer(context, form, match[1] ?? ''), expansions);
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${path}).`);
}

function isEventWished(form: Form, event: StripeEvent): boolean {
  const types = Object.values(textsAt(form, 'types'));
  const since = Number(textAt(form, 'created', 'gte') ?? '0');
  const delivered = textAt(form, 'delivery_success');
  if (types.length > 0 && !types.includes(event.type)) return false;
  if (delivered !== undefined && (delivered === 'true') !== (event.pending_webhooks === 0)) return false;
  return event.created >= since;
}

/** Newest first, beginning after `starting_after`. */
function page(
  objects: readonly (StripeObject | StripeEvent)[],
  { form, url }: { form: Form; url: string },
): Answer {
  const limit = Number(textAt(form, 'limit') ?? '10');
  const newest = objects.toReversed();
  const after = textAt(form, 'starting_after');
  const start = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
  return {
    object: 'list',
    url,
    has_more: start + limit < newest.length,
    data: newest.slice(start, start + limit),
  };
}
