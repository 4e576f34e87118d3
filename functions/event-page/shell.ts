import { setting } from '../aws/settings.ts';

/** How long the page is used before it is asked for again; a question takes no longer than the event's rows. */
const FRESH_MS = 2000;
const PATIENCE_MS = 1500;

/** The application's page, and the Content-Security-Policy that it is sent with. */
export type PageShell = { readonly html: string; readonly policy: string | null };

let known: (PageShell & { readonly etag: string | null; readonly askedAtMs: number }) | undefined;

/**
 * The application's page as the website has it now. It is asked for where everybody gets it, and not built into
 * the function: so it is the new one exactly when the files that it names are there (they go up first).
 * @throws Error where it was never got and cannot be
 */
export async function readShell(): Promise<PageShell> {
  if (known && Date.now() - known.askedAtMs < FRESH_MS) return known;
  try {
    known = await ask();
  } catch (error) {
    // An older release's files stay on the site, so its page still works.
    if (!known) throw error;
  }
  return known;
}

async function ask(): Promise<NonNullable<typeof known>> {
  const askedAtMs = Date.now();
  const response = await fetch(`${setting('SITE_URL')}/index.html`, {
    headers: known?.etag ? { 'if-none-match': known.etag } : {},
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { headers } = response;
  const policy = headers.get('content-security-policy');
  // The page is what it was; its policy may be another.
  if (response.status === 304 && known) return { ...known, policy: policy ?? known.policy, askedAtMs };
  if (!response.ok) throw new Error(`The website answered ${response.status} for its page.`);
  return {
    html: await response.text(),
    policy,
    etag: headers.get('etag'),
    askedAtMs,
  };
}
