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

it.each([
  ['name', createEvent, { name: long(201) }],
  ['description', createEvent, { name: 'x', description: long(5001) }],
  ['price', createEvent, { name: 'x', isPaid: true, price: long(21) }],
  ['name', createGuest, { name: long(101) }],
  ['email', createGuest, { name: 'x', email: `${long(250)}@example.com` }],
  ['contentType', issueUpload, { contentType: long(101) }],
  ['mimeType', saveMedia, { mimeType: long(101) }],
  [
    'subscription.endpoint',
    subscribePush,
    { subscription: { endpoint: `https://fcm.googleapis.com/${long(5000)}` } },
  ],
] as const)('a text that is too long is refused: %s', (path, { body }, value) => {
  expect(pathsIn(body.safeParse(value))).toContain(path);
});

it.each([
  ['cursor', long(601)],
  ['limit', '201'],
  ['limit', '0'],
] as const)('a list of items refuses the %s %s', (name, value) => {
  expect(pathsIn(listMedia.query.safeParse({ [name]: value }))).toContain(name);
});
