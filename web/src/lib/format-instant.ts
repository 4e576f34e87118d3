/** What stands where a date is missing or is none. */
const UNKNOWN = 'Unknown';

// Building a formatter costs about 50 µs and a gallery asks thousands of times.
const formatters = new Map<'UTC' | undefined, Intl.DateTimeFormat>();

function format(instant: string | null | undefined, timeZone?: 'UTC'): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return UNKNOWN;
  const known = formatters.get(timeZone);
  const formatter =
    known ?? new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  formatters.set(timeZone, formatter);
  return formatter.format(date);
}

/** Makes the formatters of instants ahead of their first use. */
export function warmFormatters(): void {
  formatInstant(new Date(0).toISOString());
}

/** An instant in the viewer's zone, or 'Unknown'. */
export function formatInstant(instant: string | null | undefined): string {
  return format(instant);
}

/**
 * When a picture was taken, or 'Unknown'. A camera that did not say its zone is believed as it stands: its
 * wall time travels as if it were UTC and is shown as that.
 */
export function formatCapturedAt(item: {
  capturedAt: string | null;
  capturedAtZone: 'utc' | 'offset' | 'local' | null;
}): string {
  return format(item.capturedAt, item.capturedAtZone === 'local' ? 'UTC' : undefined);
}
