import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fillDocument } from '../../../functions/event-page/fill-document.ts';
import { headOf } from '../../../functions/event-page/head.ts';
import { escapeHtml, jsonForScript } from '../../../functions/event-page/html.ts';

const STYLES = ':root{--paper:#faf6f0}h1::before{content:"$&"}';

const SHELL = `<!doctype html>
<html><head>
    <title>Gatherlens</title>
    <meta
      name="description"
      content="The site's."
    />
    <template id="event-files"><style>${STYLES}</style><link rel="stylesheet" href="/assets/gallery.css"><link rel="modulepreload" href="/assets/gallery.js"></template>
    <link rel="modulepreload" href="/assets/react.js">
    <link rel="stylesheet" href="/assets/base.css">
  </head>
  <body><div id="root"></div></body></html>`;

const HOSTILE = `</script><script>alert("1 & 2")</script><!-- ' \u2028 \u2029 $& $1`;

const head = headOf({
  title: HOSTILE,
  description: HOSTILE,
  isIndexed: false,
  hasPicture: true,
  address: 'https://example.com/event/evt_a',
  pictureAddress: 'https://example.com/api/events/evt_a/picture',
});
const user = {
  id: HOSTILE,
  email: HOSTILE,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
};
const filling = { head, plain: '<div id="plain"></div>', first: { user } };
const { html: page, styleHash } = fillDocument(SHELL, filling, { mayHoldStyles: true });

describe('a filled page', () => {
  it('has the event’s head in place of the site’s', () => {
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    expect(page).not.toContain("The site's.");
    expect(page).not.toContain('<template');
  });

  it('holds every page’s styles, so that its first screen waits for nothing, and the event’s after it', () => {
    const [shown, later] = page.split('<div id="plain"></div>');
    expect(shown).toContain(`<style>${STYLES}</style>`);
    // Off: nothing is loaded by it, and the code that loads other parts finds these styles there.
    expect(shown?.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/base.css" disabled>',
    ]);
    expect(shown).toContain('href="/assets/gallery.js"');
    expect(later).toMatch(
      /^<link rel="stylesheet" href="\/assets\/gallery.css"><div id="root"><\/div><script type="application\/json"/,
    );
    expect(styleHash).toBe(`sha256-${createHash('sha256').update(STYLES).digest('base64')}`);
  });

  it.each([
    ['its policy cannot name them', filling, { mayHoldStyles: false }],
    ['there is no first screen', { ...filling, plain: '' }, { mayHoldStyles: true }],
  ])('names styles where %s, the event’s after every page’s', (_where, what, options) => {
    const { html, styleHash } = fillDocument(SHELL, what, options);
    expect(html).not.toContain('<style');
    expect(styleHash).toBeUndefined();
    expect(html.indexOf('/assets/gallery.css')).toBeGreaterThan(html.indexOf('/assets/base.css'));
    expect(html.indexOf('/assets/gallery.js')).toBeGreaterThan(0);
    expect(html.indexOf('/assets/gallery.css')).toBeLessThan(html.indexOf('</head>'));
  });

  it('lets the code of every page wait for pictures, where it has some to show', () => {
    expect(page).toContain('href="/assets/gallery.js"');
    expect(page).not.toContain('/assets/react.js');
    const empty = fillDocument(SHELL, { ...filling, plain: '' }, { mayHoldStyles: true });
    expect(empty.html).toContain('<link rel="modulepreload" href="/assets/react.js">');
  });

  it('runs nothing that somebody wrote, and gives it back unchanged', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
    expect(page).not.toContain('<!--');
    const [, json = ''] = /<script[^>]*>([\s\S]*)<\/script>/.exec(page) ?? [];
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ user });
  });

  it('keeps words inside their quotes', () => {
    const attributes = [...page.matchAll(/<meta [a-z]+="([^"]*)" content="([^"]*)" \/>/g)];
    expect(attributes.map(([, name]) => name)).toEqual([
      'description',
      'robots',
      'og:site_name',
      'og:type',
      'og:title',
      'og:description',
      'og:url',
      'og:image',
      'og:image:alt',
      'twitter:card',
    ]);
    expect(attributes.find(([, name]) => name === 'og:title')?.[2]).toBe(escapeHtml(HOSTILE));
  });

  it.each(['<title>', 'name="description"', 'id="event-files"', '</head>', '<div id="root">'])(
    'is refused for a page without %s',
    (place) => {
      const broken = SHELL.replace(place, '');
      expect(() => fillDocument(broken, filling, { mayHoldStyles: true })).toThrow('The page has no');
    },
  );
});

it('says nothing of robots and pictures where all may be found and none is there', () => {
  const plain = headOf({
    title: 'Gatherlens',
    description: '',
    isIndexed: true,
    hasPicture: false,
    address: '',
    pictureAddress: '',
  });
  expect(plain).not.toContain('robots');
  expect(plain).not.toContain('og:image');
  expect(plain).toContain('<title>Gatherlens</title>');
  expect(plain).toContain('content="summary"');
});

it('escapes what a script could be ended with', () => {
  expect(jsonForScript({ a: '</script>\u2028&' })).toBe('{"a":"\\u003c/script\\u003e\\u2028\\u0026"}');
});
