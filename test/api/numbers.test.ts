import { beforeAll, expect, inject, it } from 'vitest';
import type { EventRecord } from '../../functions/domain/records.ts';
import { getNumbers } from '../../shared/contract/numbers.ts';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { currentTally, FRESH_MS } from '../../functions/numbers/current-tally.ts';
import { claimCounting, COUNTING_MS } from '../../functions/numbers/numbers-store.ts';
import { requireEventContext } from '../../functions/table/event-context.ts';
import { parseResponse } from '../fixtures/parse-response.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

// Who may ask is in access.test.ts.

const base = inject('siteUrl');
Object.assign(process.env, inject('environment'));

let host: SignedIn;
let [grace, ben]: Guest[] = [];

beforeAll(async () => {
  [host, grace, ben] = await Promise.all([
    newUser(base, 'Olive'),
    seedGuest(base, 'Grace'),
    seedGuest(base, 'Ben'),
  ]);
  return () => dynamoClient().destroy();
});

const newEvent = (fields: Partial<EventRecord> = {}): Promise<string> =>
  seedEvent(host, { name: 'Numbers', ...fields });
const numbersOf = async (eventId: string) =>
  parseResponse(getNumbers, await host.get(`/api/events/${eventId}/numbers`));
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

it('are exact: items that everybody sees and those that wait, who sent them, and who is there', async () => {
  const eventId = await newEvent({ moderationEnabled: true });
  const [one, two] = [grace as Guest, ben as Guest];
  const waiting = { status: 'pending' } as const;
  const items: { id: string }[] = [];
  for (let count = 0; count < 3; count += 1) items.push(await seedItem(one, eventId, waiting));
  const rejected = await seedItem(two, eventId, waiting);
  for (const item of items.slice(0, 2))
    await host.put(`/api/media/${item.id}/moderate`, { status: 'approved' });
  await host.put(`/api/media/${rejected.id}/moderate`, { status: 'rejected' });
  await two.post(`/api/media/${items[1]?.id}/vote`, credentials(two));
  await eventually(
    async () => (await host.get(`/api/events/${eventId}/media?sortBy=votes`)).json.length === 1,
  );
  const numbers = await numbersOf(eventId);
  expect(numbers).toMatchObject({
    itemCount: 3,
    photoCount: 3,
    videoCount: 0,
    senderCount: 1,
    // With who sent what was rejected, and voted.
    peopleCount: 2,
    step: 'hour',
    senders: [{ kind: 'guest', name: 'Grace', itemCount: 3 }],
  });
  expect(sum(numbers.points.map((point) => point.items))).toBe(3);
  expect(sum(numbers.points.map((point) => point.people))).toBe(2);
  expect(numbers.topItems.map(({ id, voteCount }) => [id, voteCount])).toEqual([[items[1]?.id, 1]]);
  expect(numbers.newestItems.map(({ id }) => id)).toEqual([items[1]?.id, items[0]?.id]);
});

it('are counted anew five minutes later if something has come, and not before', async () => {
  const eventId = await newEvent();
  const guest = await seedGuest(base, 'Cleo');
  await seedItem(guest, eventId);
  const first = await numbersOf(eventId);
  expect(first).toMatchObject({ itemCount: 1, senders: [{ name: 'Cleo' }] });
  await seedItem(grace as Guest, eventId);
  expect(await numbersOf(eventId)).toMatchObject({ itemCount: 1, asOf: first.asOf });
  const context = await requireEventContext(eventId, { kind: 'anonymous' });
  const later = new Date(Date.parse(first.asOf) + FRESH_MS);
  expect(await currentTally(context, later)).toMatchObject({ tally: { itemCount: 2, senderCount: 2 } });
});

it('are counted anew by one of several who ask at the same moment; the others see what was counted last', async () => {
  const eventId = await newEvent();
  const { asOf } = await numbersOf(eventId);
  await seedItem(grace as Guest, eventId);
  const context = await requireEventContext(eventId, { kind: 'anonymous' });
  const later = (ms: number) => new Date(Date.parse(asOf) + FRESH_MS + ms);
  expect(await claimCounting(eventId, { countedAt: asOf }, later(0))).toBe(true);
  expect(await currentTally(context, later(1))).toMatchObject({ countedAt: asOf, tally: { itemCount: 0 } });
  // Who began to is gone.
  const counted = await currentTally(context, later(COUNTING_MS));
  expect(counted).toMatchObject({ countedAt: later(COUNTING_MS).toISOString(), tally: { itemCount: 1 } });
  expect(await claimCounting(eventId, { countedAt: asOf }, later(2 * COUNTING_MS))).toBe(false);
});

it('of an event without items are zeros', async () => {
  expect(await numbersOf(await newEvent())).toMatchObject({
    itemCount: 0,
    senderCount: 0,
    peopleCount: 0,
    senders: [],
    topItems: [],
    newestItems: [],
  });
});
