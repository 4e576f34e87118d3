import { describe, expect, it } from 'vitest';
import { type Action, refusalOf, accessOf } from '../../../functions/domain/access.ts';
import type { Caller } from '../../../functions/domain/caller.ts';
import type { EventRecord, Membership } from '../../../functions/domain/records.ts';
import type { Privacy, Role } from '../../../shared/contract/entities.ts';

const OWNER = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER = 'aaaaaaaa-0000-4000-8000-000000000002';

function event(privacy: Privacy, isPaid: boolean): EventRecord {
  return {
    id: 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    name: 'Party',
    description: null,
    date: null,
    eventType: null,
    privacy,
    moderationEnabled: false,
    isPaused: false,
    firstNamesSince: null,
    isPaid,
    priceCents: isPaid ? 500 : null,
    currency: 'usd',
    createdBy: OWNER,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    highlightCount: 0,
  };
}

const callers: Record<Role, Caller> = {
  owner: { kind: 'user', userId: OWNER },
  'co-host': { kind: 'user', userId: OTHER },
  participant: { kind: 'user', userId: OTHER },
  user: { kind: 'user', userId: OTHER },
  blocked: { kind: 'user', userId: OTHER },
  guest: { kind: 'guest', guestId: 'gst_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
  anonymous: { kind: 'anonymous' },
};

function membership(role: Role, hasPaid: boolean): Membership | undefined {
  if (role === 'anonymous' || (role === 'user' && !hasPaid)) return undefined;
  return {
    eventId: 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    person: role === 'guest' ? 'guest:gst_aaaaaaaaaaaaaaaaaaaaaaaaaa' : `user:${OTHER}`,
    standing: role === 'guest' ? 'guest' : role === 'user' ? 'visitor' : 'participant',
    ...(role === 'co-host' && { isCoHost: true }),
    isBlocked: role === 'blocked',
    hasPaid,
    hasPlace: role !== 'blocked',
    since: '2026-01-01T00:00:00.000Z',
    uploadCount: 0,
    everUploaded: 0,
    pendingCount: 0,
    discardedCount: 0,
  };
}

const STATUS = {
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  paused: 403,
  'needs-join': 403,
  'already-joined': 409,
  'already-host': 409,
  'never-pays': 409,
} as const;

function status(
  action: Action,
  at: {
    role: Role;
    privacy: Privacy;
    isPaid?: boolean;
    hasPaid?: boolean;
    isPaused?: boolean;
    /** Has no membership yet. */
    isNew?: boolean;
  },
): number {
  const subject = { ...event(at.privacy, at.isPaid ?? false), isPaused: at.isPaused ?? false };
  const member = at.isNew ? undefined : membership(at.role, at.hasPaid ?? false);
  const access = accessOf(callers[at.role], subject, member);
  expect(access.role).toBe(at.role);
  const refusal = refusalOf(action, access);
  return refusal ? STATUS[refusal] : 200;
}

const roles: Role[] = ['owner', 'co-host', 'participant', 'user', 'blocked', 'guest', 'anonymous'];

// One row per action and kind of event; the columns are the roles in the order above.
const table: [Action, Privacy, 'free' | 'unpaid' | 'paid', number[]][] = [
  ['see-event', 'public', 'free', [200, 200, 200, 200, 403, 200, 200]],
  ['see-event', 'unlisted', 'free', [200, 200, 200, 200, 403, 200, 200]],
  ['see-event', 'private', 'free', [200, 200, 200, 200, 403, 401, 401]],
  ['see-event', 'unlisted', 'unpaid', [200, 200, 200, 200, 403, 200, 200]],
  ['see-media', 'public', 'free', [200, 200, 200, 200, 403, 200, 200]],
  ['see-media', 'private', 'free', [200, 200, 200, 200, 403, 401, 401]],
  ['see-media', 'public', 'unpaid', [200, 200, 402, 402, 403, 402, 402]],
  ['see-media', 'public', 'paid', [200, 200, 200, 200, 403, 200, 402]],
  ['see-media', 'private', 'unpaid', [200, 200, 402, 402, 403, 401, 401]],
  ['see-own-media', 'public', 'free', [200, 200, 200, 200, 403, 200, 401]],
  ['see-own-media', 'private', 'free', [200, 200, 200, 200, 403, 401, 401]],
  ['see-own-media', 'public', 'unpaid', [200, 200, 402, 402, 403, 402, 401]],
  ['see-own-media', 'public', 'paid', [200, 200, 200, 200, 403, 200, 401]],
  ['see-unapproved', 'public', 'free', [200, 200, 403, 403, 403, 401, 401]],
  ['join', 'public', 'free', [409, 409, 409, 200, 403, 401, 401]],
  ['join', 'private', 'free', [409, 409, 409, 200, 403, 401, 401]],
  ['upload', 'public', 'free', [200, 200, 200, 403, 403, 401, 401]],
  ['upload', 'public', 'unpaid', [200, 200, 402, 402, 403, 401, 401]],
  ['upload', 'public', 'paid', [200, 200, 200, 403, 403, 401, 401]],
  ['upload-as-guest', 'public', 'free', [200, 200, 401, 401, 403, 200, 401]],
  ['upload-as-guest', 'private', 'free', [200, 200, 401, 401, 403, 403, 401]],
  ['upload-as-guest', 'unlisted', 'unpaid', [200, 200, 401, 401, 403, 402, 401]],
  ['vote', 'public', 'free', [200, 200, 200, 200, 403, 200, 401]],
  ['vote', 'private', 'free', [200, 200, 200, 200, 403, 401, 401]],
  ['vote', 'public', 'unpaid', [200, 200, 402, 402, 403, 402, 401]],
  ['vote', 'public', 'paid', [200, 200, 200, 200, 403, 200, 401]],
  ['pay', 'public', 'unpaid', [409, 409, 200, 200, 403, 200, 401]],
  ['pay', 'private', 'unpaid', [409, 409, 200, 200, 403, 200, 401]],
  ['pay', 'public', 'free', [200, 200, 200, 200, 403, 200, 401]],
  ['see-own-payment', 'public', 'unpaid', [200, 200, 200, 200, 403, 200, 200]],
  ['see-own-payment', 'private', 'paid', [200, 200, 200, 200, 403, 200, 200]],
  ['publish-own', 'private', 'unpaid', [200, 200, 200, 200, 403, 200, 401]],
  ['delete-own-media', 'public', 'free', [200, 200, 200, 200, 403, 200, 401]],
  ['delete-own-media', 'public', 'unpaid', [200, 200, 200, 200, 403, 200, 401]],
  ['delete-any-media', 'public', 'free', [200, 403, 403, 403, 403, 403, 401]],
  ['manage', 'public', 'free', [200, 200, 403, 403, 403, 401, 401]],
  ['manage', 'private', 'unpaid', [200, 200, 403, 403, 403, 401, 401]],
  ['become-co-host', 'public', 'free', [409, 409, 200, 200, 403, 401, 401]],
  ['become-co-host', 'private', 'unpaid', [409, 409, 200, 200, 403, 401, 401]],
  ['act-as-owner', 'public', 'free', [200, 403, 403, 403, 403, 401, 401]],
  ['act-as-owner', 'private', 'paid', [200, 403, 403, 403, 403, 401, 401]],
];

describe('the access rule', () => {
  it.each(table)('%s on a %s, %s event', (action, privacy, money, expected) => {
    const seen = roles.map((role) =>
      status(action, { role, privacy, isPaid: money !== 'free', hasPaid: money === 'paid' }),
    );
    expect(seen).toEqual(expected);
  });

  // Nobody has paid, voted or uploaded: only the hosts and the participant hold a place.
  it.each<[Action, Privacy, boolean, number[]]>([
    ['see-event', 'public', false, [200, 200, 200, 200, 403, 200, 200]],
    ['see-media', 'public', false, [200, 200, 200, 200, 403, 200, 200]],
    ['join', 'public', false, [409, 409, 409, 403, 403, 401, 401]],
    ['upload', 'public', false, [200, 200, 200, 403, 403, 401, 401]],
    ['upload', 'public', true, [200, 200, 402, 402, 403, 401, 401]],
    ['upload-as-guest', 'public', false, [200, 200, 401, 401, 403, 403, 401]],
    ['upload-as-guest', 'public', true, [200, 200, 401, 401, 403, 402, 401]],
    ['vote', 'public', false, [200, 200, 200, 403, 403, 403, 401]],
    ['vote', 'private', false, [200, 200, 200, 403, 403, 401, 401]],
    ['withdraw-vote', 'public', false, [200, 200, 200, 200, 403, 200, 401]],
    ['pay', 'public', true, [409, 409, 200, 403, 403, 403, 401]],
    ['publish-own', 'public', false, [200, 200, 200, 200, 403, 200, 401]],
    ['manage', 'public', false, [200, 200, 403, 403, 403, 401, 401]],
  ])('%s on a paused, %s event', (action, privacy, isPaid, expected) => {
    const at = { privacy, isPaid, isPaused: true };
    expect(roles.map((role) => status(action, { ...at, role, isNew: role === 'guest' }))).toEqual(expected);
  });

  it.each<[Action, Role, boolean]>([
    ['upload', 'user', true],
    ['upload-as-guest', 'guest', false],
    ['vote', 'guest', false],
    ['pay', 'guest', false],
  ])(
    'refuses %s on a paused event because of the pause to a newcomer alone',
    (action, role, isNeedingJoin) => {
      const subject = { ...event('public', false), isPaused: true };
      const refusal = (member: Membership | undefined) =>
        refusalOf(action, accessOf(callers[role], subject, member));
      expect(refusal(undefined)).toBe('paused');
      const inside = { ...membership('guest', false), standing: 'visitor' } as Membership;
      expect(refusal(inside)).toBe(isNeedingJoin ? 'needs-join' : undefined);
    },
  );

  it('does not let a payment outlive being removed', () => {
    expect(status('see-media', { role: 'blocked', privacy: 'public', isPaid: true, hasPaid: true })).toBe(
      403,
    );
  });

  it('knows a blocked co-host as blocked', () => {
    const blocked = { ...membership('co-host', false), isBlocked: true } as Membership;
    expect(accessOf(callers['co-host'], event('public', false), blocked).role).toBe('blocked');
  });

  it('knows a blocked guest as blocked', () => {
    const guest = { ...membership('guest', false), isBlocked: true } as Membership;
    expect(accessOf(callers.guest, event('public', false), guest).role).toBe('blocked');
  });
});
