import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fillDocument, releaseOf } from '../../../functions/event-page/fill-document.ts';
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
    <template id="styles" data-release="r1">
      <link rel="modulepreload" href="/assets/event.js"><link rel="stylesheet" href="/assets/event.css">
      <style>${STYLES}</style>
    </template>
    <script type="module" src="/assets/index.js"></script>
    <link rel="modulepreload" href="/assets/libraries.js">
    <link rel="stylesheet" href="/assets/index.css">
  </head>
  <body><div id="root"></div></body></html>`;

const HOSTILE = `</script><script>alert("1 & 2")</script><!-- ' \u2028 \u2029 $& $1`;

const head = headOf({
  title: HOSTILE,
  description: HOSTILE,
  isIndexed: false,
  pictureText: HOSTILE,
  picturePath: '/link-preview/evt_a/hash.png',
  address: 'https://example.com/event/evt_a',
  site: 'https://example.com',
});
const user = {
  id: HOSTILE,
  email: HOSTILE,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
};
const LAYOUT = 'li{--column:1}';
const SCREEN = `<main><style>${LAYOUT}</style>$& $1</main>`;
const filling = { head, screen: SCREEN, first: { user }, isGallery: true };
const { html: page, styleHashes } = fillDocument(SHELL, filling);

/** What a page has the browser load ahead. */
const namedCode = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]*)">/g)].map(([, name]) => name);

describe('a filled page', () => {
  it('has the event’s head in place of the site’s', () => {
    expect(page.match(/<title>/g)).toHaveLength(1);
    expect(page.match(/name="description"/g)).toHaveLength(1);
    expect(page).not.toContain("The site's.");
    expect(page).not.toContain('<template');
  });

  it('has the first screen where the application will take it over', () => {
    expect(page).toContain(`<div id="root">${SCREEN}</div><script type="application/json"`);
    expect(releaseOf(SHELL)).toBe('r1');
    expect(releaseOf('<template id="styles">')).toBeUndefined();
  });

  it('holds all styles of its first screen, which waits for nothing, and names exactly these', () => {
    expect(page.match(/<style>[\s\S]*<\/style>(?=[\s\S]*<\/head>)/)?.[0]).toBe(`<style>${STYLES}</style>`);
    // Off: nothing is loaded by them, and the code that loads other parts finds these styles there.
    expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/index.css" disabled>',
      '<link rel="stylesheet" href="/assets/event.css" disabled>',
    ]);
    expect(styleHashes).toEqual(
      [STYLES, LAYOUT].map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`),
    );
  });

  it('requests its first pictures ahead of everything, and its code after them', () => {
    const first =
      '<img src="/a.webp?x=1&amp;y=2" alt="" fetchPriority="high"/><img fetchPriority="high" src="/b.webp"/>';
    const later = '<img src="/c.webp" fetchPriority="auto"/>';
    const { html, firstPictures } = fillDocument(SHELL, { ...filling, screen: first + later });
    expect(firstPictures).toEqual(['/a.webp?x=1&y=2', '/b.webp']);
    expect(html).toContain('<script type="module" fetchpriority="low" src="/assets/index.js">');
    expect(fillDocument(SHELL, { ...filling, screen: undefined })).toMatchObject({ firstPictures: [] });
  });

  it('names styles where there is no first screen', () => {
    const { html, styleHashes } = fillDocument(SHELL, { ...filling, screen: undefined });
    expect(html).not.toContain('<style');
    expect(html).not.toContain('disabled');
    expect(html).toContain('<div id="root"></div>');
    expect(styleHashes).toEqual([]);
    expect(html).toContain('<link rel="stylesheet" href="/assets/index.css">');
    expect(html).toContain('<link rel="stylesheet" href="/assets/event.css">');
  });

  it('names all code of the gallery, but lets the libraries wait for pictures, where it has some to show', () => {
    expect(page).toContain('src="/assets/index.js"');
    expect(namedCode(page)).toEqual(['/assets/event.js']);
    const empty = fillDocument(SHELL, { ...filling, screen: undefined });
    expect(namedCode(empty.html)).toEqual(['/assets/libraries.js', '/assets/event.js']);
  });

  it('names nothing of the gallery on an event’s other pages', () => {
    const other = fillDocument(SHELL, { ...filling, screen: undefined, isGallery: false });
    expect(namedCode(other.html)).toEqual(['/assets/libraries.js']);
    expect(other.html).not.toContain('/assets/event.css');
  });

  it('runs nothing that somebody wrote, and gives it back unchanged', () => {
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toContain('<!--');
    const [, json = ''] = /<script type="application\/json"[^>]*>([\s\S]*)<\/script>/.exec(page) ?? [];
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
      'og:image:type',
      'og:image:width',
      'og:image:height',
      'og:image:alt',
      'twitter:card',
    ]);
    expect(attributes.find(([, name]) => name === 'og:title')?.[2]).toBe(escapeHtml(HOSTILE));
  });

  it('has its data in the page of a release whose styles are not in it', () => {
    const other = SHELL.replace(/<template[\s\S]*<\/template>/, '');
    const { html } = fillDocument(other, { ...filling, screen: undefined });
    expect(html).toContain('<div id="root"></div><script type="application/json"');
    expect(html).toContain(head);
    expect(() => fillDocument(other, filling)).toThrow('The page has no');
  });

  it.each(['<title>', 'name="description"', '</head>', '<div id="root">'])(
    'is refused for a page without %s',
    (place) => {
      const broken = SHELL.replace(place, '');
      for (const screen of [SCREEN, undefined])
        expect(() => fillDocument(broken, { ...filling, screen })).toThrow('The page has no');
    },
  );
});

it('says nothing of robots where all may be found, and names its picture with its size', () => {
  const plain = headOf({
    title: 'Gatherlens',
    description: '',
    isIndexed: true,
    pictureText: 'Gatherlens',
    picturePath: '/link-preview/site/hash.png',
    address: '',
    site: 'https://example.com',
  });
  expect(plain).not.toContain('robots');
  expect(plain).toContain('<title>Gatherlens</title>');
  const pictures = [...plain.matchAll(/property="og:image([\w:]*)" content="([^"]*)"/g)].map(
    ([, ...one]) => one,
  );
  expect(pictures).toEqual([
    ['', 'https://example.com/link-preview/site/hash.png'],
    [':type', 'image/png'],
    [':width', '1200'],
    [':height', '630'],
    [':alt', 'Gatherlens'],
  ]);
  expect(plain).toContain('name="twitter:card" content="summary_large_image"');
});

it('escapes what a script could be ended with', () => {
  expect(jsonForScript({ a: '</script>\u2028&' })).toBe('{"a":"\\u003c/script\\u003e\\u2028\\u0026"}');
});
