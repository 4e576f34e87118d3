import { formatCount } from '../../../shared/values/count-text.ts';

// Creating a formatter takes about 50 µs, and lists format many days.
let dayFormat: Intl.DateTimeFormat | undefined;

/**
 * A calendar day in the viewer's locale. Parsed and formatted as UTC, so that no time zone shifts it.
 * @param day `YYYY-MM-DD`
 * @returns undefined for a missing or invalid day
 */
export function formatDay(day: string | null | undefined): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  dayFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });
  return dayFormat.format(date);
}

/** `"1 photo"`, `"12 photos"`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `"Private"` for `"private"`. */
export function privacyLabel(privacy: string): string {
  return privacy.charAt(0).toUpperCase() + privacy.slice(1);
}
