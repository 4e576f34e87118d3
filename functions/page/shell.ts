import { setting } from '../platform/config.ts';

/** How long the page is used before it is asked for again; a question takes no longer than the event's rows. */
const FRESH_MS = 2000;
const PATIENCE_MS = 1500;

let known: { html: string; etag: string | null; askedAtMs: number } | undefined;

/**
 * The application's page as the website has it now. It is asked for where everybody gets it, and not built into
 * the function: so it is the new one exactly when the files that it names are there (they go up first).
 * @throws Error where it was never got and cannot be
 */
export async function readShell(): Promise<string> {
  if (known && Date.now() - known.askedAtMs < FRESH_MS) return known.html;
  try {
    known = await ask();
  } catch (error) {
    // Files of older releases stay, so the last page still works.
    if (!known) throw error;
  }
  return known.html;
}

async function ask(): Promise<NonNullable<typeof known>> {
  const askedAtMs = Date.now();
  const response = await fetch(`${setting('SITE_URL')}/index.html`, {
    headers: known?.etag ? { 'if-none-match': known.etag } : {},
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.status === 304 && known) return { ...known, askedAtMs };
  if (!response.ok) throw new Error(`The website answered ${response.status} for its page.`);
  return { html: await response.text(), etag: response.headers.get('etag'), askedAtMs };
}
