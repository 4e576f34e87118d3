import { createHash } from 'node:crypto';
import { FIRST_DATA_ID, type FirstData } from '../../shared/contract/first-data.ts';
import { jsonForScript } from './html.ts';

/** What is filled into the application's page. */
export type Filling = {
  /** `<title>` and metadata. */
  readonly head: string;
  /** Shown until the application has rendered; may be empty. */
  readonly plain: string;
  readonly first: FirstData;
};

/** A page that is ready to be sent. */
export type ReadyPage = {
  readonly html: string;
  /** Hashes of the inline styles for the Content-Security-Policy: `sha256-…`. */
  readonly styleHash?: string;
};

// The slots, as they appear in `web/index.html` and its build.
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"\s[^>]*>\s*/;
const EVENT_FILES = /<template id="event-files">([\s\S]*?)<\/template>/;
const STYLE = /<style>([\s\S]*?)<\/style>/;
const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*>/g;
const CODE_AHEAD = /\s*<link rel="modulepreload"[^>]*>/g;
const HEAD_END = '</head>';
const ROOT = '<div id="root"></div>';

/**
 * Fills an event's first screen into the built index.html.
 * @param options.mayHoldStyles whether the page's policy can list hashes of inline styles
 * @throws Error if a slot is missing: then the page is not the one that this code was made for
 */
export function fillDocument(
  shell: string,
  { head, plain, first }: Filling,
  { mayHoldStyles }: { mayHoldStyles: boolean },
): ReadyPage {
  for (const place of [TITLE, DESCRIPTION, EVENT_FILES]) {
    if (!place.test(shell)) throw new Error(`The page has no ${place.source}.`);
  }
  for (const place of [HEAD_END, ROOT]) {
    if (!shell.includes(place)) throw new Error(`The page has no ${place}.`);
  }
  const data = `<script type="application/json" id="${FIRST_DATA_ID}">${jsonForScript(first)}</script>`;
  const template = EVENT_FILES.exec(shell)?.[1] ?? '';
  const styles = STYLE.exec(template)?.[1];
  const files = template.replace(STYLE, '');
  // Functions as replacements, because `$` in an event's texts must not be a pattern.
  const filled = shell.replace(DESCRIPTION, '').replace(TITLE, () => head);
  if (plain === '') {
    // The event page's styles come after the common ones.
    const html = filled
      .replace(EVENT_FILES, '')
      .replace(HEAD_END, () => files + HEAD_END)
      .replace(ROOT, () => ROOT + data);
    return { html };
  }
  // A first screen's pictures load first: other preloads are left out, and the code requests those files
  // later.
  const code = (files.match(CODE_AHEAD) ?? []).join('');
  const links = (files.match(STYLE_LINK) ?? []).join('');
  const lean = filled.replace(EVENT_FILES, '').replace(CODE_AHEAD, '');
  if (styles === undefined || !mayHoldStyles) {
    const html = lean
      .replace(HEAD_END, () => links + code + HEAD_END)
      .replace(ROOT, () => plain + ROOT + data);
    return { html };
  }
  // It is painted without another response; the styles that only the application needs follow it and delay
  // nothing.
  const html = lean
    // A disabled link loads nothing, but tells the code that loads the other parts that these styles are
    // there.
    .replace(STYLE_LINK, (link) => link.replace('>', ' disabled>'))
    .replace(HEAD_END, () => `<style>${styles}</style>${code}${HEAD_END}`)
    .replace(ROOT, () => plain + links + ROOT + data);
  return { html, styleHash: `sha256-${createHash('sha256').update(styles).digest('base64')}` };
}
