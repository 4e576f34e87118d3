import { beforeAll, describe, expect, inject, it } from 'vitest';
import { credentials, guestQuery } from '../fixtures/people.ts';
import {
  type Cast,
  enter,
  newCast,
  openPlace,
  type Place,
  remove,
  type RoleName,
  roles,
} from '../fixtures/places.ts';
import { calls } from './access-calls.ts';
import { kindsOfPlace, type Rule, rules } from './access-table.ts';

const base = inject('siteUrl');
const pushOrigin = inject('environment')['PUSH_TEST_ORIGIN'] ?? '';

let cast: Cast;
/** By privacy and money. */
const places = new Map<string, Place>();

const nameOf = ({ privacy, money }: Pick<Rule, 'privacy' | 'money'>): string => `${privacy} ${money}`;

beforeAll(async () => {
  cast = await newCast(base, pushOrigin);
  const opened = await Promise.all(kindsOfPlace.map((kind) => openPlace(cast, kind)));
  for (const place of opened) places.set(nameOf(place), place);
  await cast.user.post('/api/guests/claim', credentials(cast.claimed));
});

/** An event with its people and nothing else, for one call that changes what it is. */
async function bareEvent({ privacy, money }: Place): Promise<string> {
  const isPaid = money !== 'free';
  const wish = { name: 'Bare', privacy: 'unlisted', isPaid, price: isPaid ? '5.00' : null };
  const eventId: string = (await cast.owner.post('/api/events', wish)).json.id;
  for (const one of [cast.participant, cast.blocked]) await one.post(`/api/events/${eventId}/join`);
  await enter(cast['blocked guest'], eventId, pushOrigin);
  await remove(cast, eventId);
  await cast.owner.put(`/api/events/${eventId}`, { privacy });
  return eventId;
}

const NEEDS_BARE = new Set(['POST join', 'DELETE event']);

/** A whole row: the owner's cell comes last, because the owner's call takes effect. */
async function answersOf(rule: Rule): Promise<Record<string, string>> {
  const place = places.get(nameOf(rule));
  const run = calls[rule.call];
  if (!place || !run) throw new Error(`There is no ${nameOf(rule)} place, or no call ${rule.call}.`);
  const bare = NEEDS_BARE.has(rule.call) ? await bareEvent(place) : '';
  const cell = async (role: RoleName): Promise<[RoleName, string]> => {
    const answer = await run({ client: cast[role], role, place, bare, cast });
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

it('the table asks every call, and of every kind of place where that makes a difference', () => {
  const asked = Map.groupBy(rules, (rule) => rule.call);
  expect([...asked.keys()].toSorted()).toEqual(Object.keys(calls).toSorted());
  const partly = [...asked].filter(([, rows]) => rows.length !== kindsOfPlace.length).map(([name]) => name);
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
    const { eventId, items } = places.get('public free') as Place;
    const query = wrong(cast.guest.guestId);
    for (const path of [
      `/api/events/${eventId}/media`,
      `/api/events/${eventId}`,
      `/api/media/${items[0]}/download`,
    ]) {
      expect((await cast.anonymous.get(`${path}?${query}`)).status).toBe(401);
    }
  });

  it('is told of their vote by their id alone, where the event may be seen', async () => {
    const vote = async (name: string) => {
      const { items } = places.get(name) as Place;
      return cast.anonymous.get(`/api/media/${items[2]}/votes?guestId=${cast.guest.guestId}`);
    };
    const { items } = places.get('public free') as Place;
    await cast.guest.post(`/api/media/${items[2]}/vote`, credentials(cast.guest));
    expect((await vote('public free')).json).toEqual({ count: 1, hasVoted: true });
    expect((await vote('private free')).status).toBe(401);
    expect((await vote('public unpaid')).status).toBe(402);
    const wrong = `guestId=${cast.guest.guestId}&token=${'x'.repeat(43)}`;
    expect((await cast.anonymous.get(`/api/media/${items[2]}/votes?${wrong}`)).status).toBe(401);
    expect(
      (await cast.guest.get(`/api/media/${items[2]}/votes?${guestQuery(cast.guest)}`)).json.hasVoted,
    ).toBe(true);
  });
});
