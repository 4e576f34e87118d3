import { expect, it } from 'vitest';
import { createEvent } from '../../../shared/contract/events.ts';
import { createGuest } from '../../../shared/contract/guests.ts';
import { listMedia, saveMedia } from '../../../shared/contract/media.ts';
import { subscribePush } from '../../../shared/contract/notifications.ts';
import { issueUpload } from '../../../shared/contract/uploads.ts';

// The numbers themselves: what is derived from the contract follows it when it changes.

const long = (length: number): string => 'x'.repeat(length);
const pathsIn = ({ error }: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  error?.issues.map(({ path }) => path.join('.')) ?? [];

const PUSH = 'https://fcm.googleapis.com/';

it.each([
  ['name', 200, createEvent, (text: string) => ({ name: text })],
  ['description', 5000, createEvent, (text: string) => ({ name: 'x', description: text })],
  ['name', 100, createGuest, (text: string) => ({ name: text })],
  ['contentType', 100, issueUpload, (text: string) => ({ contentType: text })],
  ['mimeType', 100, saveMedia, (text: string) => ({ mimeType: text })],
  [
    'subscription.endpoint',
    1000 - PUSH.length,
    subscribePush,
    (text: string) => ({ subscription: { endpoint: PUSH + text } }),
  ],
] as const)('%s has at most %i characters', (path, most, { body }, withText) => {
  expect(pathsIn(body.safeParse(withText(long(most))))).not.toContain(path);
  expect(pathsIn(body.safeParse(withText(long(most + 1))))).toContain(path);
});

it('an address of e-mail that is too long is refused', () => {
  expect(pathsIn(createGuest.body.safeParse({ name: 'x', email: `${long(250)}@example.com` }))).toContain(
    'email',
  );
});

it('a price that is too long is refused', () => {
  const value = { name: 'x', isPaid: true, price: long(21) };
  expect(pathsIn(createEvent.body.safeParse(value))).toContain('price');
});

it.each([
  ['cursor', long(600), long(601)],
  ['limit', '200', '201'],
  ['limit', '1', '0'],
] as const)('a list of items takes the %s %s and not %s', (name, fit, unfit) => {
  expect(pathsIn(listMedia.query.safeParse({ [name]: fit }))).not.toContain(name);
  expect(pathsIn(listMedia.query.safeParse({ [name]: unfit }))).toContain(name);
});
