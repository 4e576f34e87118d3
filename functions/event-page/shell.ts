import { siteUrl } from '../aws/addresses.ts';

/** How long the page is cached. */
const FRESH_MS = 2000;

/** No page waits longer than this for its parts: the application fetches what is missing. */
export const PARTS_TIMEOUT_MS = 1500;

/** The application's page and the Content-Security-Policy that it is served with. */
export type PageShell = { readonly html: string; readonly policy: string | null };

let known: (PageShell & { readonly etag: string | null; readonly askedAtMs: number }) | undefined;

/**
 * The application's page as the website serves it now. It is fetched from the site and not built into the
 * function, so that a new page is used only once the files that it names are there (they are uploaded first).
 * @throws Error if it cannot be fetched and never was
 */
export async function readShell(): Promise<PageShell> {
  if (known && Date.now() - known.askedAtMs < FRESH_MS) return known;
  try {
    known = await ask();
  } catch (error) {
    // Files of earlier releases stay on the site, so a stale page still works.
    if (!known) throw error;
  }
  return known;
}

async function ask(): Promise<NonNullable<typeof known>> {
  const askedAtMs = Date.now();
  const response = await fetch(`${siteUrl()}/index.html`, {
    headers: known?.etag ? { 'if-none-match': known.etag } : {},
    signal: AbortSignal.timeout(PARTS_TIMEOUT_MS),
  });
  const { headers } = response;
  const policy = headers.get('content-security-policy');
  // The page is unchanged; its policy may have changed.
  if (response.status === 304 && known) return { ...known, policy: policy ?? known.policy, askedAtMs };
  if (!response.ok) throw new Error(`The website answered ${response.status} for its page.`);
  return {
    html: await response.text(),
    policy,
    etag: headers.get('etag'),
    askedAtMs,
  };
}
