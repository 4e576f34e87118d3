import { format } from './formats.ts';

/** What stands where a date is missing or is none. */
const UNKNOWN = 'Unknown';

/** Makes the formatters of instants ahead of their first use. */
export function warmFormats(): void {
  formatInstant(new Date(0).toISOString());
}

/** An instant in the viewer's zone, or 'Unknown'. */
export function formatInstant(instant: string | null | undefined): string {
  return format(instant, { dateStyle: 'medium', timeStyle: 'short' }) ?? UNKNOWN;
}

/**
 * When a picture was taken, or 'Unknown'. A camera that did not say its zone is believed as it stands: its
 * wall time travels as if it were UTC and is shown as that.
 */
export function formatTaken(item: {
  capturedAt: string | null;
  capturedAtZone: 'utc' | 'offset' | 'local' | null;
}): string {
  const timeZone = item.capturedAtZone === 'local' ? 'UTC' : undefined;
  return format(item.capturedAt, { dateStyle: 'medium', timeStyle: 'short', timeZone }) ?? UNKNOWN;
}
