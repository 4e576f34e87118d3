import {
  applyFacts,
  newPayment,
  type PaymentFacts,
  type PaymentRecord,
} from '../../../functions/payments/payment.ts';
import { paidWithAfter, type Entitlement } from '../../../functions/payments/entitlement.ts';
import { NO_PAYMENTS, type PaymentSums, totalsChange } from '../../../functions/payments/payment-totals.ts';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import type {
  WebhookEvent,
  PaymentPorts,
  PaymentProvider,
  PaymentStore,
} from '../../../functions/payments/ports.ts';
import { applyWebhookEvent } from '../../../functions/payments/apply-webhook-event.ts';

export const EVENT_ID = 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa';
export const PAYER: PersonKey = 'guest:gst_aaaaaaaaaaaaaaaaaaaaaaaaaa';
export const NOW = new Date('2026-07-01T12:00:00.000Z');
const AMOUNT = 1250;

/** What can happen to a payment at Stripe; each step says when it can, and what it makes of the facts. */
export const STEPS = {
  pay: step('checkout.session.completed', (f) => f.outcome === 'open', { outcome: 'paid' }),
  payLater: step('checkout.session.completed', (f) => f.outcome === 'open', { outcome: 'processing' }),
  arrive: step('checkout.session.async_payment_succeeded', (f) => f.outcome === 'processing', {
    outcome: 'paid',
  }),
  bounce: step('checkout.session.async_payment_failed', (f) => f.outcome === 'processing', {
    outcome: 'declined',
  }),
  expire: step('checkout.session.expired', (f) => f.outcome === 'open', { outcome: 'expired' }),
  refundPart: step('charge.refunded', (f) => f.outcome === 'paid' && f.amountRefunded === 0, {
    amountRefunded: 500,
    refund: null,
  }),
  refundAll: step('charge.refunded', (f) => f.outcome === 'paid' && f.amountRefunded < AMOUNT, {
    amountRefunded: AMOUNT,
    refund: null,
  }),
  refundFails: step('refund.failed', (f) => f.amountRefunded > 0, {
    amountRefunded: 0,
    refund: 'failed',
  }),
  dispute: step('charge.dispute.created', (f) => f.outcome === 'paid' && f.dispute === null, {
    dispute: 'open',
  }),
  lose: step('charge.dispute.closed', (f) => f.dispute === 'open', { dispute: 'lost' }),
  win: step('charge.dispute.closed', (f) => f.dispute === 'open' || f.dispute === 'lost', {
    dispute: 'won',
  }),
  unknown: step('payment_intent.created', () => true, {}),
};
export type StepName = keyof typeof STEPS;

function step(type: string, isPossible: (facts: PaymentFacts) => boolean, change: Partial<PaymentFacts>) {
  return { type, isPossible, change };
}

/** Every history of at most so many steps that can happen, each as the names of its steps. */
export function historiesOf(length: number, facts = openFacts('ses_1')): StepName[][] {
  if (length === 0) return [[]];
  const names = (Object.keys(STEPS) as StepName[]).filter(
    (name) => name !== 'unknown' && STEPS[name].isPossible(facts),
  );
  return [
    [],
    ...names.flatMap((name) =>
      historiesOf(length - 1, { ...facts, ...STEPS[name].change }).map((rest) => [name, ...rest]),
    ),
  ];
}

function openFacts(sessionId: string): PaymentFacts {
  return {
    sessionId,
    paymentIntentId: null,
    outcome: 'open',
    amountRefunded: 0,
    refund: null,
    dispute: null,
    paidAt: null,
  };
}

type WorldOptions = {
  /** Waits before each thing that is asked of the table or of Stripe: tests decide for how long, and in which order. */
  pause?: (label: string) => Promise<void>;
  payments?: number;
};

/** Stripe and the table in memory, with the table's promises: conditional, all or nothing. */
export class World {
  readonly facts = new Map<string, PaymentFacts>();
  readonly payments = new Map<string, PaymentRecord>();
  readonly known = new Set<string>();
  readonly refunds: string[] = [];
  readonly deliveries: WebhookEvent[] = [];
  sums: PaymentSums = NO_PAYMENTS;
  entitlement: Entitlement | undefined;
  writes = 0;
  readonly #pause: (label: string) => Promise<void>;

  constructor({ pause = async () => {}, payments = 1 }: WorldOptions = {}) {
    this.#pause = pause;
    const event = { id: EVENT_ID, name: 'Party', currency: 'usd' };
    for (let n = 1; n <= payments; n += 1) {
      const begun = newPayment(event, { id: `pay_${n}`, payer: PAYER, amount: AMOUNT, now: NOW });
      this.payments.set(begun.id, { ...begun, sessionId: `ses_${n}` });
      this.facts.set(`ses_${n}`, openFacts(`ses_${n}`));
    }
    this.entitlement = {
      eventId: EVENT_ID,
      person: PAYER,
      standing: 'guest',
      isBlocked: false,
      hasPlace: true,
      paymentIds: [...this.payments.keys()],
      paidWith: [],
    };
  }

  /** Lets something happen at Stripe. @returns the event that tells of it, undefined where it cannot happen now */
  happen(name: StepName, sessionId = 'ses_1'): WebhookEvent | undefined {
    const facts = this.truth(sessionId);
    const { type, isPossible, change } = STEPS[name];
    if (!isPossible(facts)) return undefined;
    const next = { ...facts, ...change };
    const isPaid = next.outcome === 'paid';
    this.facts.set(sessionId, {
      ...next,
      paymentIntentId: next.outcome === 'open' || next.outcome === 'expired' ? null : `pi_${sessionId}`,
      paidAt: isPaid ? NOW.toISOString() : null,
    });
    const delivery = { id: `evt_${this.deliveries.length}_${sessionId}`, type, object: { id: sessionId } };
    this.deliveries.push(delivery);
    return delivery;
  }

  truth(sessionId = 'ses_1'): PaymentFacts {
    const facts = this.facts.get(sessionId);
    if (!facts) throw new Error(`There is no ${sessionId}.`);
    return facts;
  }

  payment(id = 'pay_1'): PaymentRecord {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`There is no ${id}.`);
    return payment;
  }

  async deliver(delivery: WebhookEvent): Promise<void> {
    await applyWebhookEvent(delivery, this.ports);
  }

  /** What everything must have come to, once every event has been delivered. */
  expected(id = 'pay_1'): PaymentRecord {
    const payment = this.payment(id);
    const settled = applyFacts(payment, this.truth(payment.sessionId ?? ''), NOW);
    return { ...settled, version: payment.version };
  }

  get ports(): PaymentPorts & { isKnown: (id: string) => Promise<boolean> } {
    return {
      provider: this.#provider,
      store: this.#store,
      now: () => NOW,
      isKnown: async (id) => {
        await this.#pause('isKnown');
        return this.known.has(id);
      },
    };
  }

  get #store(): PaymentStore {
    return {
      getPayment: async ({ id }) => {
        await this.#pause('getPayment');
        return this.payments.get(id);
      },
      getEntitlement: async () => {
        await this.#pause('getEntitlement');
        return this.entitlement;
      },
      commit: async ({ before, after, entitlement, deliveryId }) => {
        await this.#pause('commit');
        if (deliveryId && this.known.has(deliveryId)) return 'known';
        if (this.payments.get(after.id)?.version !== before.version) return 'changed';

        const paidWith = entitlement && paidWithAfter(entitlement, after);
        if (entitlement && paidWith?.join() !== entitlement.paidWith.join()) {
          if (this.entitlement?.paidWith.join() !== entitlement.paidWith.join()) return 'changed';
          this.entitlement = { ...this.entitlement, paidWith: paidWith ?? [] };
        }
        this.payments.set(after.id, after);
        if (deliveryId) this.known.add(deliveryId);
        this.#add(totalsChange(before, after));
        this.writes += 1;
        return 'done';
      },
    };
  }

  #add(change: PaymentSums): void {
    this.sums = {
      paidCount: this.sums.paidCount + change.paidCount,
      accessCount: this.sums.accessCount + change.accessCount,
      amount: this.sums.amount + change.amount,
      amountRefunded: this.sums.amountRefunded + change.amountRefunded,
      amountLost: this.sums.amountLost + change.amountLost,
    };
  }

  get #provider(): PaymentProvider {
    return {
      openCheckout: () => Promise.reject(new Error('not here')),
      closeCheckout: () => Promise.reject(new Error('not here')),
      read: async (sessionId) => {
        await this.#pause('read asked');
        const facts = this.truth(sessionId);
        await this.#pause('read answered');
        return { facts, url: null };
      },
      refund: async (payment, key) => {
        await this.#pause('refund');
        const refundKey = `${payment.id} ${key}`;
        const sessionId = payment.sessionId ?? '';
        if (!this.refunds.includes(refundKey)) {
          this.refunds.push(refundKey);
          this.happen('refundAll', sessionId);
        }
        return true;
      },
      nameOf: async ({ object, type }) => {
        if (type === STEPS.unknown.type) return undefined;
        const { id } = object as { id: string };
        return { eventId: EVENT_ID, id: id.replace('ses', 'pay'), sessionId: id };
      },
      listMissed: () => nothing(),
    };
  }
}

async function* nothing(): AsyncGenerator<never> {
  // Nothing was missed.
}
