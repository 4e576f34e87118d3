import { describe, expect, test } from 'vitest';
import { notificationFor, restNotification } from '../../../functions/notifications/notification-text.ts';
import { uploadEligibility } from '../../../shared/rules/eligibility.ts';
import { parseEventId } from '../../../web/src/features/landing/parse-event-id.ts';
import { hostPaths } from '../../../web/src/lib/host-paths.ts';
import { eventLink, paths } from '../../../web/src/lib/paths.ts';
import { qrFileName } from '../../../web/src/lib/qr-code.ts';

const id = `evt_${'a2'.repeat(13)}`;

describe('parseEventId', () => {
  test.each([
    id,
    ` ${id} `,
    `https://x.example/event/${id}`,
    `/event/${id}/timeline`,
    `x/event/${id}?a=1#b`,
    `Our photos are here: <https://x.example/event/${id}>.`,
    `https://x.example/api/login?returnTo=%2Fevent%2F${id}%3Fmedia%3Dmed_1`,
    `E${id.slice(1)}`,
  ])('finds the id in %s', (text) => expect(parseEventId(text)).toBe(id));

  test.each(['', 'evt_short', `${id}x`, `my-${id}`, `/event/${id}x`, 'https://x.example/event/'])(
    'finds none in %s',
    (text) => expect(parseEventId(text)).toBeUndefined(),
  );
});

test('sign-in returns to the given page', () => {
  expect(paths.login()).toBe('/api/login');
  expect(paths.login('/')).toBe('/api/login');
  expect(paths.login('/event/evt_1?a=b')).toBe('/api/login?returnTo=%2Fevent%2Fevt_1%3Fa%3Db');
});

test('an event link has the current origin', () => {
  expect(eventLink(id, 'https://party.example')).toBe(`https://party.example/event/${id}`);
});

test('what leads to a page from elsewhere leads to where it is', () => {
  const event = { id, name: '', privacy: 'public', isPaid: true, createdBy: 'usr_host' } as const;
  const payment = uploadEligibility({
    event,
    user: undefined,
    hasJoined: false,
    hasPaid: false,
    hasGuestInfo: false,
    isKeptOut: false,
  });
  expect(payment).toMatchObject({ checkoutUrl: paths.checkout(id) });
  const occasion = { kind: 'new', count: 1 } as const;
  expect(notificationFor(event, occasion).url).toBe(paths.event(id));
  expect(restNotification(event, { itemCount: 1, videoCount: 0, senderCount: 1 }).url).toBe(
    hostPaths.numbers(id),
  );
});

test.each([
  ['Anna & Jonas!', 'anna-jonas-qr.png'],
  ['Fête d’été', 'fête-d-été-qr.png'],
  ['../../etc', 'etc-qr.png'],
  ['🎉', 'event-qr.png'],
])('the QR code of %s is saved as %s', (name, file) => expect(qrFileName(name, 'png')).toBe(file));

test('a QR code that is a drawing is saved as one', () => {
  expect(qrFileName('Boathouse', 'svg')).toBe('boathouse-qr.svg');
});
