import { globSync, readFileSync } from 'node:fs';
import { type Selector, transform } from 'lightningcss';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const files = globSync('web/**/*.css', { cwd: root }).sort();

/** The selectors of a stylesheet, without the conditions around them. */
function selectorsOf(code: Uint8Array): Selector[] {
  const found: Selector[] = [];
  const collect = (selector: Selector) => void found.push(selector);
  transform({ filename: 'styles.css', code, visitor: { Selector: collect } });
  return found;
}

const hasHas = (selector: Selector): boolean =>
  selector.some(
    (part) =>
      part.type === 'pseudo-class' &&
      (part.kind === 'has' || ('selectors' in part && (part.selectors as Selector[]).some(hasHas))),
  );

/** Whether an element beyond the one with `:has()` is found by something else than a class, an id or an attribute. */
function reachesByName(selector: Selector): boolean {
  const compounds: Selector[] = [[]];
  for (const part of selector) {
    if (part.type === 'combinator') compounds.push([]);
    else compounds.at(-1)?.push(part);
  }
  const at = compounds.findIndex(hasHas);
  const subject = compounds.at(-1) ?? [];
  if (at < 0 || at === compounds.length - 1) return false;
  return !subject.some(({ type }) => type === 'class' || type === 'id' || type === 'attribute');
}

const parse = (css: string) => selectorsOf(new TextEncoder().encode(`${css} { color: red }`));

test.each([
  ['body:has(> p) :is(button, input)', true],
  [':root:not(:has(p)) .place > output', true],
  ['.bar:has(.button) .words', false],
  ['html:has(dialog)', false],
])('%s', (css, expected) => expect(parse(css).some(reachesByName)).toBe(expected));

// Browsers keep one list for all of these: one `button` in it, and every button of the gallery is styled anew by any change.
test.each(files)('%s finds by class what a change within :has() styles anew', (file) => {
  expect(selectorsOf(readFileSync(`${root}${file}`)).filter(reachesByName)).toEqual([]);
});
