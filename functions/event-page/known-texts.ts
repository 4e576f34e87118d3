import type { EventView, MediaView } from '../../shared/contract/entities.ts';
import type { KnownTexts } from '../../shared/contract/first-data.ts';
import { formatDay } from '../../shared/values/calendar-day.ts';
import { formatCount } from '../../shared/values/count-text.ts';

/**
 * The texts of the first screen that depend on the viewer's language.
 * @param language as browsers name it
 */
export function knownTextsOf(event: EventView, items: readonly MediaView[], language: string): KnownTexts {
  const day = formatDay(event.date, language);
  const counts = [event.mediaCount, ...items.map(({ voteCount }) => voteCount)]
    // Also where they are only digits, as 1234 is in Spanish: the browser's own language may be another one.
    .filter((count) => count >= 1000)
    .map((count) => [String(count), formatCount(count, language)] as const);
  return {
    days: event.date !== null && day !== undefined ? { [event.date]: day } : {},
    counts: Object.fromEntries(counts),
  };
}
