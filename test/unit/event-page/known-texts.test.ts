import { expect, it } from 'vitest';
import { knownTextsOf } from '../../../functions/event-page/known-texts.ts';
import type { EventView, MediaView } from '../../../shared/contract/entities.ts';

const event = { date: '2026-06-30', mediaCount: 1234 } as EventView;
const items = [5, 999, 1000, 45_678].map((voteCount) => ({ voteCount }) as MediaView);

it.each([
  ['en-US', 'June 30, 2026', '1,234', '1,000', '45,678'],
  ['de', '30. Juni 2026', '1.234', '1.000', '45.678'],
  // Four digits are not grouped. The browser may draw in another language, so they are known texts, too.
  ['es', '30 de junio de 2026', '1234', '1000', '45.678'],
])('every text that depends on the language comes with the page: %s', (language, day, ...counts) => {
  expect(knownTextsOf(event, items, language)).toEqual({
    days: { '2026-06-30': day },
    counts: { 1234: counts[0], 1000: counts[1], 45678: counts[2] },
  });
});
