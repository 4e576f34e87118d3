import { describe, expect, it } from 'vitest';
import { accessOf } from '../../../functions/domain/access.ts';
import { personOfKey, type PersonKey } from '../../../functions/domain/caller.ts';
import { countItems, notifiedItemCount } from '../../../functions/notifications/recipients.ts';
import type { EventRecord, Membership } from '../../../functions/domain/records.ts';
import { eventRecord, mediaRecord } from '../../fixtures/records.ts';

const owner: PersonKey = `user:${eventRecord().createdBy}`;
const [ada, grace] = ['user:ada', 'guest:grace'] as const satisfies PersonKey[];
const event = eventRecord();
const items = [
  mediaRecord(1, { uploader: ada }),
  mediaRecord(2, { uploader: grace }),
  mediaRecord(3, { uploader: grace }),
  mediaRecord(4, { uploader: ada, status: 'pending' }),
  mediaRecord(5, { uploader: owner, status: 'pending' }),
  mediaRecord(6, { uploader: ada, status: 'rejected' }),
];

type Person = { person?: PersonKey; membership?: Partial<Membership>; of?: Partial<EventRecord> };

function notified(
  kind: 'new' | 'pending' | 'approved',
  { person = ada, membership, of }: Person = {},
): number {
  const whole = membership && ({ standing: 'participant', isBlocked: false, ...membership } as Membership);
  const access = accessOf(personOfKey(person), { ...event, ...of }, whole);
  return notifiedItemCount(kind, { counts: countItems(kind, items), person, access });
}

describe('how many items somebody is told of', () => {
  it('are those of others, where they are new', () => {
    expect(notified('new', { person: ada })).toBe(2);
    expect(notified('new', { person: grace })).toBe(1);
    expect(notified('new', { person: owner })).toBe(3);
    expect(notified('new', { person: 'user:somebody' })).toBe(3);
  });

  it("are others' pending ones for the owner, and none for anybody else", () => {
    expect(notified('pending', { person: owner })).toBe(1);
    expect(notified('pending', { person: ada })).toBe(0);
    expect(notified('pending', { person: grace })).toBe(0);
  });

  it('are their own where these were approved, but for the owner, who did it', () => {
    expect(notified('approved', { person: grace })).toBe(2);
    expect(notified('approved', { person: 'user:somebody' })).toBe(0);
    const own = countItems('approved', [mediaRecord(1, { uploader: owner })]);
    const access = accessOf(personOfKey(owner), event, undefined);
    expect(notifiedItemCount('approved', { counts: own, person: owner, access })).toBe(0);
  });

  it('are none for whom the owner removed', () => {
    expect(notified('new', { membership: { isBlocked: true } })).toBe(0);
    expect(notified('approved', { membership: { isBlocked: true } })).toBe(0);
  });

  it('are none before a paid event is paid', () => {
    expect(notified('new', { of: { isPaid: true } })).toBe(0);
    expect(notified('new', { of: { isPaid: true }, membership: { hasPaid: true } })).toBe(2);
    expect(notified('new', { of: { isPaid: true }, person: owner })).toBe(3);
  });

  it('are none for a guest once the event is private', () => {
    expect(notified('new', { person: grace, of: { privacy: 'private' } })).toBe(0);
    expect(notified('new', { person: ada, of: { privacy: 'private' } })).toBe(2);
  });
});

describe.each(['new', 'approved', 'pending'] as const)('%s items', (kind) => {
  it('are no occasion for whoever may not see them', () => {
    expect(notified(kind, { person: grace, membership: { isBlocked: true } })).toBe(0);
    expect(notified(kind, { person: grace, of: { privacy: 'private' } })).toBe(0);
    expect(notified(kind, { person: grace, of: { isPaid: true } })).toBe(0);
    const seen = notified(kind, { person: kind === 'pending' ? owner : grace });
    expect(seen).toBeGreaterThan(0);
  });
});
