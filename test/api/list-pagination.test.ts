import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { Client } from '../fixtures/api-client.ts';
import { type Change, GalleryModel, type Order, type Viewer } from '../fixtures/gallery-model.ts';
import { newUser } from '../fixtures/new-user.ts';
import { useOwnTable } from '../fixtures/own-table.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { putPeople } from '../fixtures/seed-people.ts';

const base = inject('siteUrl');
/** The quick form; `npm run fuzz` walks more often. */
const RUNS = Number(process.env['LIST_RUNS'] ?? 2);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

let gallery: GalleryModel;

// The function runs in this process, on a table of its own that no worker follows.
beforeAll(() => useOwnTable('list-pagination'));

// Anew for each order: walks delete more than they add.
beforeEach(async () => {
  const voters = ['guest:a', 'guest:b', 'guest:c'] as const;
  await putPeople(...voters);
  const [owner, uploader] = [await newUser(base), await seedGuest(base)];
  const people = { owner, uploader, stranger: new Client(base), voters };
  gallery = new GalleryModel(await seedEvent(owner, { moderationEnabled: true }), people);
  // Two thirds of them say when they were taken, and a quarter waits for approval.
  for (let at = 0; at < 12; at += 1)
    await gallery.insert(at % 2 === 0, {
      status: at % 4 ? 'approved' : 'pending',
      capturedAt: at % 3 ? new Date(Date.UTC(2026, 5, 30, 18, (at * 7) % 60)).toISOString() : null,
    });
  for (let pick = 0; pick < 8; pick += 1) await gallery.change({ kind: 'vote', pick: pick * 5 });
});

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('insert', 'vote', 'vote', 'approve', 'reject', 'delete'),
  pick: fc.nat({ max: 1000 }),
});
const walk = fc.record({
  viewer: fc.constantFrom<Viewer>('owner', 'uploader', 'stranger'),
  limit: fc.integer({ min: 1, max: 4 }),
  /** What happens after each page. */
  changes: fc.array(fc.array(change, { maxLength: 2 }), { minLength: 2, maxLength: 5 }),
});

/** The value of every item that a viewer's list holds now. */
const places = (viewer: Viewer, order: Order): Map<string, string> =>
  new Map(
    [...gallery.items.values()]
      .filter((item) => gallery.isVisible(item, viewer, order))
      .map((item) => [item.id, gallery.valueOf(item, order)]),
  );

const orders: Order[] = (['uploadedAt', 'votes', 'capturedAt'] as const).flatMap((sortBy) =>
  (['asc', 'desc'] as const).map((order) => ({ sortBy, order })),
);

describe('a walk through pages', () => {
  it.each(orders)(
    'by $sortBy, $order, lists every unchanged item exactly once and in order',
    async (order) => {
      const property = fc.asyncProperty(walk, async ({ viewer, limit, changes }) => {
        const steady = places(viewer, order);
        const everyValue = new Map([...steady].map(([id, value]) => [id, new Set([value])]));
        const told: string[] = [];
        let next: string | undefined = gallery.pathFor(viewer, { ...order, limit: String(limit) });
        for (let at = 0; next !== undefined; at += 1) {
          const found = await gallery.page(viewer, next);
          expect(found.items.length).toBeLessThanOrEqual(limit);
          told.push(...found.items.map(({ id }) => id));
          next = found.next;
          for (const one of changes[at] ?? []) {
            await gallery.change(one);
            const now = places(viewer, order);
            for (const [id, value] of steady) if (now.get(id) !== value) steady.delete(id);
            for (const [id, value] of now) everyValue.set(id, (everyValue.get(id) ?? new Set()).add(value));
          }
        }
        const seen = told.filter((id) => steady.has(id));
        const values = seen.map((id) => steady.get(id) ?? '');
        const sorted = [...steady.values()].toSorted((a, b) => (a < b ? -1 : 1));
        expect(values).toEqual(order.order === 'asc' ? sorted : sorted.toReversed());
        // Only what moved comes twice, and nothing comes that was never there.
        for (const id of new Set(told)) {
          const count = told.filter((one) => one === id).length;
          expect(count).toBeLessThanOrEqual(everyValue.get(id)?.size ?? 0);
        }
        const whole = await gallery.page(viewer, gallery.pathFor(viewer, { ...order, limit: '200' }));
        const now = places(viewer, order);
        expect(whole.items.map(({ id }) => now.get(id))).toEqual(gallery.expected(viewer, order));
      });
      // The effects stay, so a smaller example would start from another state. To repeat one, take its order's place in the
      // list of orders off the seed that is printed.
      await fc.assert(property, { numRuns: RUNS, seed: SEED + orders.indexOf(order), endOnFailure: true });
    },
  );
});
