import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../../shared/version.ts';
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

/** The first match of the pattern in the page. */
const part = (pattern: RegExp): string => pattern.exec(landing)?.[0] ?? '';
/** All texts between tags, in order. */
const texts = (markup: string): string[] =>
  markup
    .replaceAll('&amp;', '&')
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
const section = (id: string): string => part(new RegExp(`<section id="${id}".*?</section>`));

test('the statistics have labels', () => {
  expect(texts(part(/<dl.*?<\/dl>/))).toEqual(['events', '50K+', 'photos', '2M+', 'rating', '4.9']);
});

test('every feature has a title and a text', () => {
  const cards = [...section('features').matchAll(/<h3>(.*?)<\/h3><p>(.*?)<\/p>/g)].map(([, ...card]) => card);
  expect(cards).toEqual([
    ['QR Access', expect.stringContaining('point their camera at the code')],
    ['Moderation', expect.stringContaining('before they appear')],
    ['Privacy', expect.stringContaining('people with the link')],
    // The timeline page goes by the time of the upload.
    ['Timeline', expect.stringContaining('top 100 photos in the order they were shared')],
    ['AI Highlights', expect.stringContaining('best moments')],
    ['Group Sharing', expect.stringContaining('Split the cost')],
  ]);
});

test('How it works has three steps in order', () => {
  expect(texts(section('how-it-works'))).toContain('How it works');
  const steps = [...section('how-it-works').matchAll(/<li>(.*?)<\/li>/g)].map(([, step = '']) => texts(step));
  expect(steps.map(([number, title]) => [number, title])).toEqual([
    ['1', 'Create your event'],
    ['2', 'Share the link or QR code'],
    ['3', 'Collect the memories'],
  ]);
});

test('each plan has its price and points in order, and only Premium has a label', () => {
  const [, ...plans] = section('pricing').split('<h3>');
  const planTexts = plans.map((plan) => texts(plan.split('</button>')[0] ?? ''));
  expect(planTexts).toEqual([
    [
      'Free',
      '$0',
      'For small gatherings',
      'Up to 100 photos',
      '1GB storage',
      'Basic gallery',
      'QR access',
      'Ad-supported',
      'Get Started',
    ],
    [
      'Premium',
      'Most Popular',
      '$10',
      'per month',
      'or $99 per year (saves 17%)',
      'Unlimited photos and videos',
      '50GB storage',
      'No ads',
      'Timeline and highlights',
      'AI highlights',
      'Priority support',
      'Upgrade to Premium',
    ],
    [
      'Group Share',
      '$2',
      'per person',
      'for splits with 5+ attendees',
      'All Premium features',
      '100GB shared storage',
      'Split payment',
      'Group admin controls',
      'Contribution tracking',
      'Start Group Plan',
    ],
  ]);
});

test('the closing call to action leads to sign-in and then to a new event', () => {
  const closing = part(/<section[^>]*aria-labelledby="closing-title">.*?<\/section>/);
  expect(texts(closing)).toEqual([
    'The next party is worth keeping',
    'Your first gallery is free and ready in a minute.',
    'Create Your Event',
    'View Demo',
  ]);
  expect(closing).toMatch(/<a href="\/api\/login\?returnTo=%2Fcreate"[^>]*>Create Your Event<\/a>/);
});

test('the footer links to all pages, including placeholders, and ends with the version', () => {
  const footer = part(/<footer.*?<\/footer>/);
  const links = [...footer.matchAll(/<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
  expect(links.map(([, href, label]) => [label, href])).toEqual([
    ['Features', '#features'],
    ['How It Works', '#how-it-works'],
    ['Pricing', '#pricing'],
    ['About', '#'],
    ['Help', '#'],
    ['Contact', '#'],
    ['Privacy', '/privacy'],
    ['Terms', '/terms'],
  ]);
  expect(texts(footer).at(-1)).toBe(`v${VERSION}`);
});

test.each([
  'Join Event',
  'Get Started',
  'Upgrade to Premium',
  'Start Group Plan',
  'Contact Sales',
  'View Demo',
  'Copy Link',
  'Download QR',
])('there is a %s button', (name) =>
  expect(landing).toMatch(new RegExp(`<button[^>]*>(<svg.*?</svg>)?${name}</button>`)),
);

test('two calls to action lead to sign-in', () => {
  expect(landing.match(/href="\/api\/login[^"]*"/g)).toHaveLength(2);
});

test('the anchors of the navigation bar exist', () => {
  for (const id of ['features', 'how-it-works', 'pricing']) expect(landing).toContain(`id="${id}"`);
});

const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

describe('the demo form', () => {
  const form = part(/<fieldset[^>]*aria-label="Sample event">.*?<\/section>/);
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input);

  test('has the fields of a new event', () => {
    const labels = [...form.matchAll(/<(label|legend)[^>]*>(.*?)<\/\1>/g)].map(([, , label]) => label);
    expect(labels).toEqual([
      'Event Name',
      'Event Date',
      'Event Type',
      'Privacy Setting',
      'Private',
      'Unlisted',
      'Public',
      'Enable Moderation',
    ]);
    expect(inputs.map((input) => attribute(input, 'type') ?? 'text')).toEqual([
      'text',
      'date',
      'radio',
      'radio',
      'radio',
      'checkbox',
    ]);
  });

  test('has no graduation type', () => {
    const types = [...form.matchAll(/<option value="(\w+)"[^>]*>(.*?)</g)].map(([, ...type]) => type);
    expect(types).toEqual([
      ['wedding', 'Wedding'],
      ['birthday', 'Birthday Party'],
      ['reunion', 'Family Reunion'],
      ['corporate', 'Corporate Event'],
      ['concert', 'Concert'],
      ['other', 'Other'],
    ]);
  });

  test('has three privacy options with Private selected', () => {
    const circles = inputs.filter((input) => attribute(input, 'type') === 'radio');
    expect(circles.map((input) => [attribute(input, 'value'), input.includes(' checked=')])).toEqual([
      ['private', true],
      ['unlisted', false],
      ['public', false],
    ]);
    expect(new Set(circles.map((input) => attribute(input, 'name'))).size).toBe(1);
  });

  test('has no required fields or limits', () => {
    expect(inputs).toHaveLength(6);
    expect(form).not.toMatch(/ (?:aria-)?required=| min(?:length)?=| max(?:length)?=| step=| pattern=/i);
  });

  test('shows a static QR code and link', () => {
    expect(form).toMatch(/<img src="[^"]*sample-qr\.svg[^"]*" width="200" height="200" alt="Sample QR code"/);
    expect(texts(form)).toContain('gatherlens.example/event/anna-and-jonas');
  });
});

test('the not-found page has its texts', () => {
  const page = html(NotFound);
  expect(page).toContain('<h1>404 Page Not Found</h1>');
  expect(page).toContain('Did you forget to add the page to the router?');
});
