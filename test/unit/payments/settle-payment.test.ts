import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantsAccess } from '../../../functions/domain/paid-access.ts';
import { sumOf } from '../../../functions/payments/payment-totals.ts';
import type { WebhookEvent } from '../../../functions/payments/ports.ts';
import { historiesOf, type StepName, World } from './payment-world.ts';

function play(world: World, history: readonly StepName[]): WebhookEvent[] {
  return history.map((name) => {
    const delivery = world.happen(name);
    if (!delivery) throw new Error(`${name} cannot happen here.`);
    return delivery;
  });
}

function expectSettled(world: World): void {
  expect(world.payment()).toEqual(world.expected());
  expect(world.entitlement?.paidWith).toEqual(grantsAccess(world.payment()) ? ['pay_1'] : []);
  expect(world.sums).toEqual(sumOf(world.payment()));
}

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

/** Each once at the beginning, forwards and backwards: so each is the last one, too, and every two come both ways round. */
const turnsOf = <T>(items: readonly T[]): T[][] =>
  [items, items.toReversed()].flatMap((all) => all.map((_, at) => [...all.slice(at), ...all.slice(0, at)]));

describe('deliveries in any order', () => {
  // One history of up to six events for each set of things that can happen.
  const sets = new Map(historiesOf(6).map((history) => [history.toSorted().join(), history]));
  const histories = [...sets.values()].filter((history) => history.length > 0);

  it('knows histories of one to six events', () => {
    expect(new Set(histories.map(({ length }) => length))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    expect(histories.filter(({ length }) => length === 6).length).toBeGreaterThan(10);
  });

  it.each(histories.map((history) => [history.join(' → '), history] as const))(
    '%s',
    async (_name, history) => {
      const places = history.map((_, index) => index);
      for (const order of places.length > 4 ? turnsOf(places) : ordersOf(places)) {
        const world = new World();
        const deliveries = play(world, history);
        for (const index of order) await world.deliver(deliveries[index] as WebhookEvent);
        expectSettled(world);
        expect(world.known.size).toBe(history.length);
      }
    },
  );
});

describe('a delivery', () => {
  it('is worked off once, however often it comes', async () => {
    const world = new World();
    const [paid] = play(world, ['pay']);
    for (let time = 0; time < 3; time += 1) await world.deliver(paid as WebhookEvent);
    expect(world.writes).toBe(1);
    expectSettled(world);
  });

  it('of another kind changes nothing', async () => {
    const world = new World();
    await world.deliver(world.happen('unknown') as WebhookEvent);
    expect(world.writes).toBe(0);
  });

  it('for a payment that is not there changes nothing', async () => {
    const world = new World();
    const [paid] = play(world, ['pay']);
    world.payments.clear();
    await world.deliver(paid as WebhookEvent);
    expect(world.known.size).toBe(0);
  });

  it('adopts the checkout that was made just before a crash', async () => {
    const world = new World();
    world.payments.set('pay_1', { ...world.payment(), sessionId: null });
    const [paid] = play(world, ['pay']);
    await world.deliver(paid as WebhookEvent);
    expect(world.payment()).toMatchObject({ sessionId: 'ses_1', status: 'succeeded' });
  });

  it('takes access away with a lost dispute and gives it back with a won one', async () => {
    const world = new World();
    const seen: number[] = [];
    for (const name of ['pay', 'dispute', 'lose', 'win'] as const) {
      for (const delivery of play(world, [name])) await world.deliver(delivery);
      seen.push(world.entitlement?.paidWith.length ?? -1);
    }
    expect(seen).toEqual([1, 1, 0, 1]);
  });
});

describe('money that buys nothing', () => {
  const unwanted: [string, (world: World) => void][] = [
    [
      'of somebody who was removed',
      (world) => Object.assign(world, { entitlement: { ...world.entitlement, isBlocked: true } }),
    ],
    ['for an event that is gone', (world) => Object.assign(world, { entitlement: undefined })],
    [
      'of the owner',
      (world) => Object.assign(world, { entitlement: { ...world.entitlement, standing: 'owner' } }),
    ],
  ];

  it.each(unwanted)('%s goes straight back', async (_name, arrange) => {
    const world = new World();
    arrange(world);
    await world.deliver(world.happen('pay') as WebhookEvent);
    expect(world.payment()).toMatchObject({ status: 'succeeded', amountRefunded: 1250 });
    expect(world.refunds).toHaveLength(1);
    expect(world.entitlement?.paidWith ?? []).toEqual([]);
  });

  it('is the second payment of one person, and the first one stays', async () => {
    const world = new World({ payments: 2 });
    const both = [world.happen('pay', 'ses_1'), world.happen('pay', 'ses_2')] as WebhookEvent[];
    await Promise.all(both.map((delivery) => world.deliver(delivery)));
    expect(world.refunds).toHaveLength(1);
    expect(world.entitlement?.paidWith).toHaveLength(1);
    expect(world.sums).toMatchObject({ paidCount: 2, amount: 2500, amountRefunded: 1250 });
  });

  it('was wanted once: an event that is deleted later gives nothing back', async () => {
    const world = new World();
    await world.deliver(world.happen('pay') as WebhookEvent);
    world.entitlement = undefined;
    await world.deliver(world.happen('dispute') as WebhookEvent);
    await world.deliver(world.happen('win') as WebhookEvent);
    expect(world.refunds).toEqual([]);
    expect(world.payment()).toMatchObject({ amountRefunded: 0, dispute: 'won' });
  });
});

describe('deliveries that meet', () => {
  const histories = historiesOf(6).filter((history) => history.length > 1);

  // Every read, question and write of every worker, every happening at Stripe and every crash comes in an order
  // that fast-check picks.
  it('end in the same state, whatever comes between a read and its write', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.constantFrom(...histories),
        fc.infiniteStream(fc.nat({ max: 9 })),
        async (scheduler, history, dice) => {
          const pause = async (label: string): Promise<void> => {
            await scheduler.schedule(Promise.resolve(), label);
            if (dice.next().value === 0) throw new Crash();
          };
          const world = new World({ pause });
          const workers: Promise<void>[] = [];
          const happenings = scheduler.scheduleSequence(
            history.map((name) => async () => {
              const [delivery] = play(world, [name]);
              for (const times of [1, 2]) workers.push(persistent(world, delivery as WebhookEvent, times));
            }),
          );
          await scheduler.waitFor(happenings.task);
          await scheduler.waitFor(Promise.all(workers));
          expectSettled(world);
        },
      ),
      { numRuns: 400 },
    );
    expect(histories.length).toBeGreaterThan(100);
  });
});

class Crash extends Error {}

/** Stripe delivers again until it is answered. */
async function persistent(world: World, delivery: WebhookEvent, times: number): Promise<void> {
  for (let answered = 0; answered < times;) {
    try {
      await world.deliver(delivery);
      answered += 1;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}
