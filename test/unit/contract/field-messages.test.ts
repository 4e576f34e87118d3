import { describe, expect, it } from 'vitest';
import { createEventBody } from '../../../shared/contract/events.ts';
import { createGuestBody } from '../../../shared/contract/guests.ts';
import { messages } from '../../../shared/messages.ts';

const EMAIL = 'Use an e-mail address like name@example.com, or leave it empty.';
const DATE = 'Use a date like 2026-06-30.';
const TYPE = 'Choose a type from the list, or leave it empty.';

describe('a field of a form that is wrong', () => {
  it.each([
    [createGuestBody, { email: 'ida@' }, 'email', EMAIL],
    [
      createGuestBody,
      { email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'example.'.repeat(20)}com` },
      'email',
      EMAIL,
    ],
    [createGuestBody, { email: 7 }, 'email', EMAIL],
    [createEventBody, { date: '2026-02-31' }, 'date', DATE],
    [createEventBody, { date: 'tomorrow' }, 'date', DATE],
    [createEventBody, { date: 7 }, 'date', DATE],
    [createEventBody, { eventType: 'gala' }, 'eventType', TYPE],
    [createEventBody, { eventType: 7 }, 'eventType', TYPE],
    [createEventBody, { price: '1'.repeat(21), isPaid: true }, 'price', messages.priceRequired],
    [createEventBody, { price: true, isPaid: true }, 'price', messages.priceRequired],
  ])('is refused in words for people: $1', (schema, fields, path, message) => {
    const issues = schema.safeParse({ name: 'Ida', ...fields }).error?.issues ?? [];
    expect(issues[0]?.path).toEqual([path]);
    expect(new Set(issues.map((issue) => issue.message))).toEqual(new Set([message]));
  });

  it.each(['', null, undefined, 'ida@example.com'])('is not the e-mail address %j of a guest', (email) => {
    expect(createGuestBody.safeParse({ name: 'Ida', email }).success).toBe(true);
  });
});
