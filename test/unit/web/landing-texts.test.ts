import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../../web/src/lib/query-client.ts';
import Landing from '../../../web/src/routes/landing.tsx';
import NotFound from '../../../web/src/routes/not-found.tsx';

function html(page: Parameters<typeof createElement>[0]): string {
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: createQueryClient() },
      createElement(MemoryRouter, null, createElement(page)),
    ),
  );
}
const landing = html(Landing);
const words = landing.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

test.each([
  'QR Access',
  'Moderation',
  'Privacy',
  'Timeline',
  'AI Highlights',
  'Group Sharing',
  'How it works',
  'Event Name',
  'Event Date',
  'Event Type',
  'Enable Moderation',
  '50K+',
  '2M+',
  '4.9',
  '$0',
  'Up to 100 photos',
  '1GB storage',
  'Basic gallery',
  'QR access',
  'Ad-supported',
  '$10 per month',
  '$99 per year (saves 17%)',
  'Most Popular',
  'Unlimited photos and videos',
  '50GB storage',
  'No ads',
  'Timeline and highlights',
  'AI highlights',
  'Priority support',
  '$2 per person',
  'splits with 5+ attendees',
  'All Premium features',
  '100GB shared storage',
  'Split payment',
  'Group admin controls',
  'Contribution tracking',
  'v1.1.2',
])('the landing page says %s', (text) => expect(words).toContain(text));

test.each([
  'Join Event',
  'Get Started',
  'Upgrade to Premium',
  'Start Group Plan',
  'Contact Sales',
  'View Demo',
  'Copy Link',
  'Download QR',
])('it has the button %s', (name) =>
  expect(landing).toMatch(new RegExp(`<button[^>]*>(<svg.*?</svg>)?${name}</button>`)),
);

test('its calls to action go to sign-in', () => {
  expect(landing.match(/href="\/api\/login[^"]*"/g)).toHaveLength(2);
});

test('the anchors that the bar leads to are there', () => {
  for (const id of ['features', 'how-it-works', 'pricing']) expect(landing).toContain(`id="${id}"`);
});

test('the demo form knows no graduation, asks for nothing and has no bounds', () => {
  const types = [...landing.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value);
  expect(types).toEqual(['wedding', 'birthday', 'reunion', 'corporate', 'concert', 'other']);
  expect(landing).not.toMatch(/ required=| min=| max=| maxlength=/i);
});

test('the not-found page has its texts', () => {
  const page = html(NotFound);
  expect(page).toContain('<h1>404 Page Not Found</h1>');
  expect(page).toContain('Did you forget to add the page to the router?');
});
