import { describe, expect, it, vi } from 'vitest';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';
import type { FirstData } from '../../../shared/contract/first-data.ts';
import { renderPage } from '../../../web/src/app/render-page.tsx';
import { sessionWatch } from '../../../web/src/lib/session-watch.ts';

const at = '2026-01-02T03:04:05.678Z';
const HOSTILE = `</h1><script>alert("1")</script>' style="color:red" &`;
const event: EventView = {
  id: `evt_${'a'.repeat(26)}`,
  name: HOSTILE,
  description: HOSTILE,
  date: '2026-06-30',
  eventType: null,
  privacy: 'public',
  moderationEnabled: false,
  isPaused: false,
  showsFirstNames: false,
  isPaid: false,
  price: null,
  currency: 'usd',
  createdBy: 'u',
  createdAt: at,
  updatedAt: at,
  role: 'anonymous',
  hasPaid: false,
  hasPlace: false,
  mediaCount: 1234,
  approvedCount: 1234,
  votedCount: 0,
  highlightCount: 1,
};
const photo: MediaView = {
  id: `med_${'a'.repeat(26)}`,
  eventId: event.id,
  uploadedBy: null,
  guestUploadedBy: null,
  uploaderName: null,
  filename: 'photo.jpg',
  originalName: null,
  mimeType: 'image/jpeg',
  fileSize: 1,
  objectPath: '',
  thumbnailPath: null,
  capturedAt: null,
  capturedAtZone: null,
  status: 'approved',
  uploadedAt: at,
  moderatedAt: null,
  moderatedBy: null,
  voteCount: 5678,
  hasVoted: false,
  kind: 'picture',
  state: 'ready',
  unsupportedReason: null,
  width: 1600,
  height: 1200,
  durationSeconds: null,
  blur: 'AAAA',
  color: '#a0b0c0',
  renditions: {
    small: { url: '/media/small.webp', width: 320, height: 240 },
    screen: { url: '/media/screen.webp', width: 1600, height: 1200 },
  },
  playUrl: null,
  isOwn: false,
};
const address = `/event/${event.id}`;
const texts = { days: { '2026-06-30': '30. Juni 2026' }, counts: { 1234: '1.234', 5678: '5.678' } };
const first: FirstData = { user: null, event, texts, media: { items: [photo], nextCursor: 'next' } };

const refuse = () => {
  throw new Error('This text must come with the page: web/src/lib/known-texts.ts.');
};

describe('an event’s first screen', () => {
  it('has what somebody wrote as text and nothing else', async () => {
    const html = await renderPage(address, first);
    expect(html).toContain('&lt;/h1&gt;&lt;script&gt;');
    expect(html).not.toMatch(/<script| style="/);
  });

  it('has the texts that come with the page', async () => {
    const html = await renderPage(address, first);
    expect(html).toContain('<li>30. Juni 2026</li>');
    expect(html).toContain('<li>1.234 photos</li>');
    expect(html).toContain('5.678</span>');
    expect(html).toContain('aria-label="Vote, 5.678 votes"');
  });

  it('formats nothing: another language than the browser’s would be drawn anew there', async () => {
    const formats = [
      vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(refuse),
      vi.spyOn(Date.prototype, 'toLocaleDateString').mockImplementation(refuse),
      vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(refuse),
      vi.spyOn(Intl, 'NumberFormat').mockImplementation(refuse),
    ];
    try {
      expect(await renderPage(address, first)).toContain('<h1');
    } finally {
      for (const format of formats) format.mockRestore();
    }
  });

  it('has a link and the smallest picture in each tile, and the picture’s colour in its styles', async () => {
    const html = await renderPage(address, first);
    expect(html).toContain(`href="?media=${photo.id}"`);
    expect(html).toMatch(/<img [^>]*src="\/media\/small\.webp"/);
    expect(html).not.toContain('screen.webp');
    expect(/<style>(.*?)<\/style>/.exec(html ?? '')?.[1]).toContain('--colour:#a0b0c0');
  });

  it('is not drawn where something would have to be fetched first', async () => {
    const { media: _media, ...rest } = first;
    expect(await renderPage(address, rest)).toBeUndefined();
    expect(await renderPage(address, { user: null })).toBeUndefined();
  });
});

it('the landing page needs no data', async () => {
  expect(await renderPage('/', { user: null })).toContain('<h1');
});

it('what hydration begins with is what the server drew, whatever has become of the session meanwhile', async () => {
  sessionWatch.start({
    lookUp: async () => undefined,
    tellTabs: () => {},
    onScreenChanged: async () => {},
    nowMs: () => 0,
  });
  const user = { id: 'u', email: 'ada@example.com', firstName: 'Ada', lastName: null, profileImageUrl: null };
  sessionWatch.learn(user);
  sessionWatch.learn(null);
  expect(sessionWatch.view.notice).not.toBeNull();
  expect(await renderPage('/', { user: null })).not.toContain('You have been signed out.');
});
