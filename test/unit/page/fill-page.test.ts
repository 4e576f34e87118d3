import { describe, expect, it } from 'vitest';
import { fillPage } from '../../../functions/page/fill-page.ts';
import { headOf } from '../../../functions/page/head.ts';
import { escapeHtml, jsonForScript } from '../../../functions/page/html.ts';

const SHELL = `<!doctype html>
<html><head>
    <title>Gatherlens</title>
    <meta
      name="description"
      content="The site's."
    />
    <template id="event-files"><link rel="modulepreload" href="/assets/gallery.js"></template>
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
const page = fillPage(SHELL, { head, plain: '<div id="plain"></div>', first: { user } });

describe('a filled page', () => {
  it('has the event’s head in place of the site’s, and its files after every page’s styles', () => {
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    expect(page).not.toContain("The site's.");
    expect(page).not.toContain('<template');
    expect(page.indexOf('/assets/gallery.js')).toBeGreaterThan(page.indexOf('/assets/base.css'));
    expect(page.indexOf('/assets/gallery.js')).toBeLessThan(page.indexOf('</head>'));
    expect(page).toContain('<div id="plain"></div><div id="root"></div><script type="application/json"');
  });

  it('lets the code of every page wait for pictures, where it has some to show', () => {
    expect(page).toContain('href="/assets/gallery.js"');
    expect(page).not.toContain('/assets/react.js');
    const empty = fillPage(SHELL, { head, plain: '', first: { user } });
    expect(empty).toContain('<link rel="modulepreload" href="/assets/react.js">');
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
      expect(() => fillPage(broken, { head, plain: '', first: { user: null } })).toThrow('The page has no');
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
