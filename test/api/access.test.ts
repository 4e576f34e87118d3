import { beforeAll, describe, expect, inject, it } from 'vitest';
import { credentials, guestQuery } from '../fixtures/users-and-guests.ts';
import {
  type PeopleByRole,
  createPeople,
  createEventWithAllRoles,
  type EventWithAllRoles,
  type RoleName,
  roles,
} from '../fixtures/event-with-all-roles.ts';
import type { AccessAnswers } from '../samples/access-answers.ts';
import type { AccessCase, CallSample } from '../samples/sample.ts';
import { samples } from '../samples/samples.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';
import { sendSample } from '../samples/send-sample.ts';
import { accessWorld } from './access-world.ts';

const base = inject('siteUrl');
const pushOrigin = pushOriginOf(inject('environment'));

let people: PeopleByRole;
/** By privacy and money. */
const testEvents = new Map<string, EventWithAllRoles>();

type Answers = AccessAnswers[number];

/** Each privacy, and each state of a payment. */
const kinds = [
  { privacy: 'public', money: 'free' },
  { privacy: 'private', money: 'free' },
  { privacy: 'unlisted', money: 'unpaid' },
  { privacy: 'public', money: 'paid' },
] as const;

const nameOf = ({ privacy, money }: Pick<Answers, 'privacy' | 'money'>): string => `${privacy} ${money}`;

beforeAll(async () => {
  people = await createPeople(base, pushOrigin);
  // Highlights need three photos.
  const opened = await Promise.all(kinds.map((kind) => createEventWithAllRoles(people, kind, 3)));
  for (const testEvent of opened) testEvents.set(nameOf(testEvent), testEvent);
  await people.user.post('/api/guests/claim', credentials(people.claimed));
});

const cases = samples.flatMap((sample) =>
  (sample.access ?? []).map(
    (one) => [[sample.endpoint.id, ...(one.name ? [one.name] : [])].join(', '), sample, one] as const,
  ),
);

/** A line for an answer that differs from the sample's. */
async function wrongAnswer(
  role: RoleName,
  {
    sample: { endpoint, request },
    one,
    expected,
  }: { sample: CallSample; one: AccessCase; expected: Answers },
): Promise<string[]> {
  const { comparedValue, request: ownRequest = request } = one;
  const testEvent = testEvents.get(nameOf(expected)) as EventWithAllRoles;
  const world = accessWorld({ testEvent, people, role });
  const { status, json } = await sendSample(people[role], endpoint, { ...(await ownRequest?.(world)) });
  const answered = comparedValue && status === 200 ? comparedValue(json) : String(status);
  const stated = expected.answers[role];
  return answered === stated ? [] : [`${nameOf(expected)}, ${role}: ${answered} and not ${stated}`];
}

/** Who is told from whom by rows alone: they present themselves in the same way. */
const accounts = ['co-host', 'participant', 'user', 'blocked'] as const;
const guests = ['guest', 'blocked guest'] as const;
/** Who has not shown who they are. */
const nobodies = ['anonymous', 'wrong token'] as const;

// Each call is sent with a session, with a guest's token, and as nobody or with a wrong token, as another role and to another kind of
// event in the next case. `test/unit/http/access.test.ts` has all calls, roles and kinds.
// One after the other, in this order: some calls remove what others read. The owner last, because the owner's call takes
// effect.
describe('who may do what', () => {
  it.each(cases.map((one, at) => [...one, at] as const))('%s', async (_name, sample, one, at) => {
    const answers = kinds.flatMap(
      (kind) => one.answers.find((other) => nameOf(other) === nameOf(kind)) ?? [],
    );
    const cell = async (role: RoleName) => {
      const expected = answers[(Math.floor(at / accounts.length) + roles.indexOf(role)) % answers.length];
      return expected ? wrongAnswer(role, { sample, one, expected }) : [`${role} is answered nothing`];
    };
    const others = await Promise.all(
      [
        accounts[at % accounts.length] ?? 'user',
        guests[at % guests.length] ?? 'guest',
        nobodies[Math.floor(at / guests.length) % nobodies.length] ?? 'anonymous',
      ].map(cell),
    );
    expect([...others.flat(), ...(await cell('owner'))]).toEqual([]);
  });
});

describe('a guest with a wrong or missing token', () => {
  it.each([
    ['no token', (id: string) => `guestId=${id}`],
    ['a wrong token', (id: string) => `guestId=${id}&token=${'x'.repeat(43)}`],
    ['nonsense', () => 'guestId=1&token=2'],
    ['nothing in it', () => 'guestId=&token='],
  ])('%s is refused, and never treated as anonymous', async (_name, wrong) => {
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

  it('can read their vote with their id alone, if the event may be seen', async () => {
    const vote = async (name: string) => {
      const { items } = testEvents.get(name) as EventWithAllRoles;
      return people.anonymous.get(`/api/media/${items[0]}/votes?guestId=${people.guest.guestId}`);
    };
    const { items } = testEvents.get('public free') as EventWithAllRoles;
    await people.guest.post(`/api/media/${items[0]}/vote`, credentials(people.guest));
    expect((await vote('public free')).json).toMatchObject({ hasVoted: true });
    expect((await vote('private free')).status).toBe(401);
    expect((await vote('unlisted unpaid')).status).toBe(402);
    const wrong = `guestId=${people.guest.guestId}&token=${'x'.repeat(43)}`;
    expect((await people.anonymous.get(`/api/media/${items[0]}/votes?${wrong}`)).status).toBe(401);
    expect(
      (await people.guest.get(`/api/media/${items[0]}/votes?${guestQuery(people.guest)}`)).json.hasVoted,
    ).toBe(true);
  });
});
