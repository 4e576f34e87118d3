import { describe, expect, it } from 'vitest';
import { uploadEligibility, type EligibilityFacts } from '../../../shared/rules/eligibility.ts';

const event = { id: 'evt_a', privacy: 'public', isPaid: false, createdBy: 'ada' } as const;
const nobody: EligibilityFacts = {
  event,
  user: undefined,
  hasJoined: false,
  hasPaid: false,
  hasGuestInfo: false,
  isKeptOut: false,
};
const paid = { ...event, isPaid: true } as const;
const pausedText =
  'The host has paused new uploads. For now, only those who already take part can add photos and vote.';
const eva = { id: 'eva' };

describe('who may upload', () => {
  it.each([
    ['no event', { event: undefined, user: { id: 'ada' } }, 'not-allowed', 'Event not found'],
    ['the owner', { user: { id: 'ada' } }, 'ready', 'Upload as event owner'],
    ['the owner of a paid event', { event: paid, user: { id: 'ada' } }, 'ready', 'Upload as event owner'],
    [
      'an unpaid participant',
      { event: paid, user: eva, hasJoined: true },
      'needs-payment',
      'This is a paid event. Payment required to upload.',
    ],
    [
      'an unpaid guest of a private event: payment is asked for before sign-in',
      { event: { ...paid, privacy: 'private' }, hasGuestInfo: true },
      'needs-payment',
      'This is a paid event. Payment required to upload.',
    ],
    ['a participant', { user: eva, hasJoined: true }, 'ready', 'Upload to event'],
    [
      'a paid participant',
      { event: paid, user: eva, hasJoined: true, hasPaid: true },
      'ready',
      'Upload to event',
    ],
    ['a user who has not joined', { user: eva }, 'needs-join', 'Join the event to start uploading'],
    [
      'a user on a private event',
      { event: { ...event, privacy: 'private' }, user: eva },
      'needs-join',
      'Join the event to start uploading',
    ],
    [
      'a guest on a private event',
      { event: { ...event, privacy: 'private' }, hasGuestInfo: true },
      'needs-auth',
      'This is a private event. Please sign in to upload.',
    ],
    ['a guest on a public event', { hasGuestInfo: true }, 'ready', 'Upload as guest'],
    [
      'a guest on an unlisted event',
      { event: { ...event, privacy: 'unlisted' }, hasGuestInfo: true },
      'ready',
      'Upload as guest',
    ],
    ['a stranger', {}, 'needs-guest-info', 'Enter your name to upload as a guest'],
    [
      'a privacy that is not known',
      { event: { ...event, privacy: 'secret' as 'public' }, hasGuestInfo: true },
      'not-allowed',
      'Upload not available',
    ],
    ['a user who is new to a paused event', { user: eva, isKeptOut: true }, 'paused', pausedText],
    ['a guest who is new to a paused event', { hasGuestInfo: true, isKeptOut: true }, 'paused', pausedText],
    ['a stranger to a paused event', { isKeptOut: true }, 'paused', pausedText],
    [
      'who has to pay is asked for that first',
      { event: paid, user: eva, isKeptOut: true },
      'needs-payment',
      'This is a paid event. Payment required to upload.',
    ],
    [
      'who has to sign in is asked for that first',
      { event: { ...event, privacy: 'private' }, hasGuestInfo: true, isKeptOut: true },
      'needs-auth',
      'This is a private event. Please sign in to upload.',
    ],
  ] as const satisfies readonly (readonly [string, Partial<EligibilityFacts>, string, string])[])(
    '%s',
    (_who, facts, status, message) => {
      expect(uploadEligibility({ ...nobody, ...facts })).toMatchObject({ status, message });
    },
  );

  it('says where to pay, and only then', () => {
    expect(uploadEligibility({ ...nobody, event: paid })).toHaveProperty(
      'checkoutUrl',
      '/event/evt_a/checkout',
    );
    expect(uploadEligibility(nobody)).not.toHaveProperty('checkoutUrl');
  });
});
