import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hashesForPlaces, workForPlaces } from '../../../infra/cost/ghost-work.ts';
import { stages } from '../../../infra/stages/stages.ts';

const PLACES = stages.prod.limits.peoplePerEvent;

it('takes no work to keep to the pace, and the most for who wants all places at once', () => {
  expect(hashesForPlaces(PLACES, PLACES / 200)).toBe(0);
  // The first 99 of a minute's 4,800 at 13 bits, and so on; from the 813th on all at 17.
  const easy = 99 * 2 ** 13 + 150 * 2 ** 14 + 225 * 2 ** 15 + 338 * 2 ** 16;
  expect(hashesForPlaces(PLACES, 1)).toBe(easy + (4800 - 812) * 2 ** 17);
});

it.each(['threats.md', 'limits.md', 'decisions/097-pace-and-proof-of-work.md'])(
  'docs/%s says what the places of an event cost',
  (file) => {
    const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8').replaceAll(
      /\s+/g,
      ' ',
    );
    for (const minutes of [1, 5]) expect(text).toContain(workForPlaces(PLACES, minutes).join(', '));
  },
);
