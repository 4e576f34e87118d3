import { describe, expect, it } from 'vitest';
import { linkPreviewOf, LOCKED_PREVIEW, SITE_PREVIEW } from '../../../functions/event-page/link-preview.ts';
import { languageOf } from '../../../functions/event-page/language.ts';
import { parsePageAddress } from '../../../functions/event-page/page-address.ts';
import { eventRecord, idOf } from '../../fixtures/records.ts';

describe('a preview', () => {
  it('has the name, the day in words and the description in one line', () => {
    const event = eventRecord({ name: 'Summer', date: '2026-06-30', description: 'By\n the  lake ' });
    expect(linkPreviewOf(event)).toEqual({
      title: 'Summer',
      description: 'June 30, 2026 · By the lake',
      isIndexed: true,
      pictureText: 'Summer, June 30, 2026',
      picturePath: expect.stringMatching(new RegExp(`^/link-preview/${event.id}/[\\w-]{16}\\.png$`)),
    });
  });

  it('has the site’s words where the event has none', () => {
    expect(linkPreviewOf(eventRecord()).description).toBe(SITE_PREVIEW.description);
  });

  it.each(['word '.repeat(60), 'x'.repeat(300), '😀'.repeat(150), `a${'😀'.repeat(150)}`])(
    'clips what is too long for a chat',
    (description) => {
      const clipped = linkPreviewOf(eventRecord({ description })).description;
      expect(clipped.length).toBeLessThanOrEqual(201);
      expect(clipped.endsWith('…')).toBe(true);
      expect(clipped.isWellFormed()).toBe(true);
      expect(description.startsWith(clipped.slice(0, -1))).toBe(true);
    },
  );

  it.each(['public', 'unlisted', 'private'] as const)('of a %s event', (privacy) => {
    const event = eventRecord({ name: 'Summer', privacy });
    const { isIndexed, picturePath, pictureText } = linkPreviewOf(event);
    expect(isIndexed).toBe(privacy === 'public');
    const { picturePath: plain } = LOCKED_PREVIEW;
    expect(plain).not.toContain(event.id);
    expect([picturePath === plain, pictureText === 'Summer']).toEqual(
      privacy === 'private' ? [true, false] : [false, true],
    );
  });
});

describe('a page’s address', () => {
  const eventId = idOf('evt', 1);
  it.each([
    [`/event/${eventId}`, { eventId, rest: '', sortBy: 'uploadedAt' }],
    [`/event/${eventId}/`, { eventId, rest: '', sortBy: 'uploadedAt' }],
    [`/event/${eventId}/timeline`, { eventId, rest: '/timeline', sortBy: 'uploadedAt' }],
    [`/event/${eventId}x`, undefined],
    ['/event/', undefined],
    ['/event/%', undefined],
    [undefined, undefined],
  ])('%s', (path, page) => {
    expect(parsePageAddress(path)).toEqual(page);
  });
});

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['*', 'en-US'],
  [undefined, 'en-US'],
  ['x-y-z!', 'en-US'],
  ['fr_FR', 'fr'],
])('the language of %s is %s', (header, language) => {
  expect(languageOf({ 'accept-language': header })).toBe(language);
});
