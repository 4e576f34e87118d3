import { describe, expect, test } from 'vitest';
import { parseEventId } from '../../../web/src/features/landing/parse-event-id.ts';
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

test.each([
  ['Anna & Jonas!', 'anna-jonas-qr.png'],
  ['Fête d’été', 'fête-d-été-qr.png'],
  ['../../etc', 'etc-qr.png'],
  ['🎉', 'event-qr.png'],
])('the QR code of %s is saved as %s', (name, file) => expect(qrFileName(name, 'png')).toBe(file));

test('a QR code that is a drawing is saved as one', () => {
  expect(qrFileName('Boathouse', 'svg')).toBe('boathouse-qr.svg');
});
