import type { StripeContext } from './stripe-context.ts';
import { type Form, textAt, textsAt } from './form-body.ts';
import type { StripeEvent, StripeObject } from './stripe-objects.ts';
import { createRefund } from './refunds.ts';
import { createSession, expireSession, findSession, withCurrentUrl } from './checkout-sessions.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

export type ApiRequest = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Of the query for GET, of the body for POST. */
  readonly form: Form;
};

type Answer = Record<string, unknown>;
type Route = {
  method: 'GET' | 'POST';
  path: RegExp;
  answer: (context: StripeContext, form: Form, id: string) => StripeObject | Answer;
};

/** The part of Stripe's API that paying by checkout needs. Source: https://docs.stripe.com/api. */
const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    answer: (context, form) => createSession(context, form),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    answer: (context, form) =>
      page(
        context.database
          .list('checkout.session')
          .filter(({ payment_intent }) => isWished(form, 'payment_intent', payment_intent))
          .map((session) => withCurrentUrl(context, session)),
        { form, url: '/v1/checkout/sessions' },
      ),
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    answer: (context, _form, id) => findSession(context, id),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    answer: (context, _form, id) => expireSession(context, findSession(context, id)),
  },
  read('payment_intent', /^\/v1\/payment_intents\/([^/]+)$/),
  read('charge', /^\/v1\/charges\/([^/]+)$/),
  read('refund', /^\/v1\/refunds\/([^/]+)$/),
  read('dispute', /^\/v1\/disputes\/([^/]+)$/),
  { method: 'POST', path: /^\/v1\/refunds$/, answer: (context, form) => createRefund(context, form) },
  list('refund', '/v1/refunds'),
  list('dispute', '/v1/disputes'),
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    answer: (context, form) =>
      page(
        context.database.list('event').filter((event) => isEventWished(form, event)),
        { form, url: '/v1/events' },
      ),
  },
];

function read(kind: 'payment_intent' | 'charge' | 'refund' | 'dispute', path: RegExp): Route {
  return {
    method: 'GET',
    path,
    answer: (context, _form, id) => {
      const found = context.database.find(kind, id);
      if (!found) throw notFound(kind, id);
      return found;
    },
  };
}

/** Of one payment intent, where it is named. */
function list(kind: 'refund' | 'dispute', url: string): Route {
  return {
    method: 'GET',
    path: new RegExp(`^${url}$`),
    answer: (context, form) =>
      page(
        context.database
          .list(kind)
          .filter(({ payment_intent }) => isWished(form, 'payment_intent', payment_intent)),
        { form, url },
      ),
  };
}

/** Answers one call. @throws StripeApiError */
export function answerApi(context: StripeContext, request: ApiRequest): Answer {
  for (const { method, path, answer } of routes) {
    const match = method === request.method ? path.exec(request.path) : null;
    if (match)
      return expand(context, answer(context, request.form, match[1] ?? ''), expansionsIn(request.form));
  }
  throw new StripeApiError(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
}

function expansionsIn(form: Form): string[][] {
  return Object.values(textsAt(form, 'expand')).map((path) => path.split('.'));
}

/** Puts whole objects where ids stand, as far as was asked for. */
function expand(context: StripeContext, object: StripeObject | Answer, paths: readonly string[][]): Answer {
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

/** Newest first, as far as a charge has any. */
function refundsOf(context: StripeContext, charge: StripeObject | Answer): Answer {
  const data = context.database.list('refund').filter((refund) => refund.charge === charge.id);
  return {
    object: 'list',
    url: `/v1/charges/${String(charge.id)}/refunds`,
    has_more: false,
    data: data.toReversed(),
  };
}

function isWished(form: Form, name: string, value: string | null): boolean {
  const wished = textAt(form, name);
  return wished === undefined || wished === value;
}

function isEventWished(form: Form, event: StripeEvent): boolean {
  const types = Object.values(textsAt(form, 'types'));
  const since = Number(textAt(form, 'created', 'gte') ?? '0');
  const delivered = textAt(form, 'delivery_success');
  if (types.length > 0 && !types.includes(event.type)) return false;
  if (delivered !== undefined && (delivered === 'true') !== (event.pending_webhooks === 0)) return false;
  return event.created >= since;
}

/** Newest first, from behind `starting_after`. */
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
