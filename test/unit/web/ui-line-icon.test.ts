import { createElement, type ComponentType, type SVGProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import * as heart from 'lucide-react/icons/heart';
import * as play from 'lucide-react/icons/play';
import * as globe from 'lucide-react/icons/globe';
import * as qr from 'lucide-react/icons/qr-code';
import { describe, expect, test } from 'vitest';
import lineIcon, { type IconData } from '../../../web/src/ui/line-icon.ts';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;
const html = (icon: Icon, props: SVGProps<SVGSVGElement> = {}) =>
  renderToStaticMarkup(createElement(icon, props));
/** Sorts attributes, and drops the namespace, which HTML does not need, and the icon's own class, which is unused. */
const same = (markup: string) =>
  markup
    .replace(/ lucide-[\w-]+| xmlns="[^"]+"/g, '')
    .replace(
      /<(\w+) ([^>]*?)(\/?)>/g,
      (_, tag: string, list: string, end: string) =>
        `<${tag} ${(list.match(/[\w-]+="[^"]*"/gi) ?? []).sort().join(' ')}${end}>`,
    );

// The package's types lack the data that its modules export.
type IconModule = { default: Icon; __iconData: IconData };

describe.each(Object.entries({ heart, play, globe, qr }) as unknown as [string, IconModule][])(
  '%s',
  (_, { default: theirs, __iconData: data }) => {
    test.each([{}, { className: 'x' }, { width: 14, fill: 'currentColor' }])(
      'renders the same with %o',
      (props) => expect(same(html(lineIcon(data), props))).toBe(same(html(theirs, props))),
    );
  },
);

test('an icon with a label is not hidden from screen readers', () => {
  const icon = lineIcon({ node: [['path', { d: 'M0 0', key: '1' }]] });
  expect(html(icon)).toContain('aria-hidden="true"');
  expect(html(icon, { 'aria-label': 'Liked' })).not.toContain('aria-hidden="true"');
});
