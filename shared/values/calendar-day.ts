// Creating a format takes about 50 µs, and lists write many days in one language.
let last: { language: string | undefined; format: Intl.DateTimeFormat } | undefined;

/**
 * A calendar day in words. It has no time zone and never shifts.
 * @param day `YYYY-MM-DD`
 * @param language as browsers name it; the viewer's own where absent
 * @returns undefined for a missing or invalid day
 */
export function formatDay(day: string | null | undefined, language?: string): string | undefined {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return undefined;
  if (last?.language !== language || !last) {
    last = { language, format: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }) };
  }
  return last.format.format(date);
}
