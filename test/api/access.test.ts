import { beforeAll, describe, expect, inject, it } from 'vitest';
import { credentials, guestQuery } from '../fixtures/users-and-guests.ts';
import {
  type PeopleByRole,
  subscribeGuest,
  createPeople,
  createEventWithAllRoles,
  type EventWithAllRoles,
  removeBlockedPeople,
  type RoleName,
  roles,
} from '../fixtures/event-with-all-roles.ts';
import { calls } from './access-calls.ts';
import { kindsOfEvent, type Rule, rules } from './access-table.ts';

const base = inject('siteUrl');
const pushOrigin = inject('environment')['PUSH_TEST_ORIGIN'] ?? '';

let people: PeopleByRole;
/** By privacy and money. */
const testEvents = new Map<string, EventWithAllRoles>();

const nameOf = ({ privacy, money }: Pick<Rule, 'privacy' | 'money'>): string => `${privacy} ${money}`;

beforeAll(async () => {
  people = await createPeople(base, pushOrigin);
  const opened = await Promise.all(kindsOfEvent.map((kind) => createEventWithAllRoles(people, kind)));
  for (const testEvent of opened) testEvents.set(nameOf(testEvent), testEvent);
  await people.user.post('/api/guests/claim', credentials(people.claimed));
});

/** An event with its people and nothing else, for one call that changes what it is. */
async function bareEvent({ privacy, money }: EventWithAllRoles): Promise<string> {
  const isPaid = money !== 'free';
  const wish = { name: 'Bare', privacy: 'unlisted', isPaid, price: isPaid ? '5.00' : null };
  const eventId: string = (await people.owner.post('/api/events', wish)).json.id;
  for (const one of [people.participant, people.blocked]) await one.post(`/api/events/${eventId}/join`);
  await subscribeGuest(people['blocked guest'], eventId, pushOrigin);
  await removeBlockedPeople(people, eventId);
  await people.owner.put(`/api/events/${eventId}`, { privacy });
  return eventId;
}

const NEEDS_BARE = new Set(['POST join', 'DELETE event']);

/** A whole row: the owner's cell comes last, because the owner's call takes effect. */
async function answersOf(rule: Rule): Promise<Record<string, string>> {
  const testEvent = testEvents.get(nameOf(rule));
  const run = calls[rule.call];
  if (!testEvent || !run) throw new Error(`There is no ${nameOf(rule)} event, or no call ${rule.call}.`);
  const bare = NEEDS_BARE.has(rule.call) ? await bareEvent(testEvent) : '';
  const cell = async (role: RoleName): Promise<[RoleName, string]> => {
    const answer = await run({ client: people[role], role, testEvent, bare, people });
    return [role, typeof answer === 'string' ? answer : String(answer.status)];
  };
  const others = await Promise.all(roles.filter((role) => role !== 'owner').map(cell));
  return Object.fromEntries([await cell('owner'), ...others]);
}

describe.concurrent('who may do what', () => {
  it.each(rules.map((rule) => [rule.call, nameOf(rule), rule] as const))(
    '%s (%s)',
    async (_call, _place, rule) => {
      expect(await answersOf(rule)).toEqual(rule.answers);
    },
  );
});

it('the table asks every call, and of every kind of event where that makes a difference', () => {
  const asked = Map.groupBy(rules, (rule) => rule.call);
  expect([...asked.keys()].toSorted()).toEqual(Object.keys(calls).toSorted());
  const partly = [...asked].filter(([, rows]) => rows.length !== kindsOfEvent.length).map(([name]) => name);
  expect(partly).toEqual([
    // Nobody but the owner could have uploaded to an event that nobody has paid for.
    'POST objects/public, own',
    'DELETE media, own',
    // Of no event.
    'POST objects/upload, no event',
    'GET events',
    'GET events/public',
    'GET push key',
    'POST push unsubscribe',
  ]);
});

describe('a guest with a wrong or missing token', () => {
  it.each([
    ['no token', (id: string) => `guestId=${id}`],
    ['a wrong token', (id: string) => `guestId=${id}&token=${'x'.repeat(43)}`],
    ['nonsense', () => 'guestId=1&token=2'],
    ['nothing in it', () => 'guestId=&token='],
  ])('%s is refused, never taken for somebody anonymous', async (_name, wrong) => {
    const { eventId, items } = testEvents.get('public free') as EventWithAllRoles;
    const query = wrong(people.guest.guestId);
    for (const path of [
      `/api/events/${eventId}/media`,
      `/api/events/${eventId}`,
      `/api/media/${items[0]}/download`,
    ]) {
      expect((await people.anonymous.get(`${path}?${query}`)).status).toBe(401);
    }
  });

  it('is told of their vote by their id alone, where the event may be seen', async () => {
    const vote = async (name: string) => {
      const { items } = testEvents.get(name) as EventWithAllRoles;
      return people.anonymous.get(`/api/media/${items[2]}/votes?guestId=${people.guest.guestId}`);
    };
    const { items } = testEvents.get('public free') as EventWithAllRoles;
    await people.guest.post(`/api/media/${items[2]}/vote`, credentials(people.guest));
    expect((await vote('public free')).json).toEqual({ count: 1, hasVoted: true });
    expect((await vote('private free')).status).toBe(401);
    expect((await vote('public unpaid')).status).toBe(402);
    const wrong = `guestId=${people.guest.guestId}&token=${'x'.repeat(43)}`;
    expect((await people.anonymous.get(`/api/media/${items[2]}/votes?${wrong}`)).status).toBe(401);
    expect(
      (await people.guest.get(`/api/media/${items[2]}/votes?${guestQuery(people.guest)}`)).json.hasVoted,
    ).toBe(true);
  });
});
