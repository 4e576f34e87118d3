import { describe, expect, test } from 'vitest';
import { createEventBody, updateEventBody } from '../../../shared/contract/events.ts';
import { readNewEvent } from '../../../web/src/features/events/create-event-form.tsx';
import { readEventChanges } from '../../../web/src/features/events/edit-event-dialog.tsx';
import { errorsByField, validate } from '../../../web/src/lib/validate.ts';

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
const readNew = (fields: Record<string, string>) => validate(createEventBody, readNewEvent(form(fields)));
const readEdit = (fields: Record<string, string>) =>
  validate(updateEventBody, readEventChanges(form(fields)));
const blank = { name: 'Party', description: '', date: '', eventType: '', privacy: 'private' };
const paid = 'Price is required and must be a valid number greater than 0 for paid events';

describe('a new event', () => {
  test('needs only a name, and empty fields are not sent', () => {
    expect(readNew(blank).data).toEqual({
      name: 'Party',
      privacy: 'private',
      moderationEnabled: false,
      isPaid: false,
      currency: 'usd',
    });
  });

  test('sends all filled-in fields', () => {
    const all = { ...blank, description: 'd', date: '2026-06-20', eventType: 'wedding', privacy: 'public' };
    expect(readNew({ ...all, moderationEnabled: 'on', isPaid: 'on', price: '12.5' }).data).toEqual({
      ...all,
      moderationEnabled: true,
      isPaid: true,
      price: '12.5',
      currency: 'usd',
    });
  });

  test.each(['', '   '])('is refused with the name "%s"', (name) =>
    expect(readNew({ ...blank, name }).errors).toEqual({ name: 'Event name is required' }),
  );

  test.each(['', '0', '0.00', '-1', 'abc', '1.234'])('that is paid is refused with the price "%s"', (price) =>
    expect(readNew({ ...blank, isPaid: 'on', price }).errors).toEqual({ price: paid }),
  );

  test('that is free has no price, even if one was entered before', () => {
    expect(readNew({ ...blank, price: '9' }).data).not.toHaveProperty('price', '9');
  });
});

describe('changes of an event', () => {
  test('leave out an empty date, and send a removed one as null', () => {
    expect(JSON.parse(JSON.stringify(readEdit(blank).data))).not.toHaveProperty('date');
    expect(readEdit({ ...blank, dateRemoved: '1' }).data).toHaveProperty('date', null);
    expect(readEdit({ ...blank, date: '2026-06-20' }).data).toHaveProperty('date', '2026-06-20');
  });

  test('send the switch both ways', () => {
    expect(readEdit(blank).data).toHaveProperty('moderationEnabled', false);
    expect(readEdit({ ...blank, moderationEnabled: 'on' }).data).toHaveProperty('moderationEnabled', true);
  });

  test('are refused without a name', () => {
    expect(readEdit({ ...blank, name: ' ' }).errors).toEqual({ name: 'Event name is required' });
  });
});

test('only the first error of a field is shown', () => {
  expect(
    errorsByField([
      { path: 'name', message: 'one' },
      { path: 'name', message: 'two' },
      { path: 'price', message: 'three' },
    ]),
  ).toEqual({ name: 'one', price: 'three' });
});
