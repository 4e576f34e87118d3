import { createHash } from 'node:crypto';
import { type FirstData, firstDataScript, ROOT } from '../../shared/contract/first-data.ts';
import { jsonForScript } from './html.ts';

/** What is filled into the application's page. */
export type Filling = {
  /** `<title>` and metadata. */
  readonly head: string;
  readonly first: FirstData;
  /** Whether it is the page of the gallery, and not of another part of the event. */
  readonly isGallery: boolean;
  /** The first screen as the application draws it; undefined where it is left to the browser. */
  readonly screen?: string | undefined;
};

/** A page that is ready to be sent. */
export type ReadyPage = {
  readonly html: string;
  /** Hashes of the inline styles for the Content-Security-Policy: `sha256-…`. */
  readonly styleHashes: readonly string[];
  /** URLs of the pictures at the top of the first screen. */
  readonly firstPictures: readonly string[];
};

// The slots, as they appear in `web/index.html` and its build.
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"\s[^>]*>\s*/;
/** Links to the gallery's own code and styles, and the text of all styles that it needs. */
const GALLERY = /<template id="styles"[^>]*>([\s\S]*?)<\/template>/;
const RELEASE = /<template id="styles" data-release="([^"]*)">/;
const STYLE = /<style>([\s\S]*?)<\/style>/g;
const STYLE_LINK = /\s*<link rel="stylesheet"[^>]*>/g;
const ENTRY = '<script type="module"';
const CODE_AHEAD = /\s*<link rel="modulepreload"[^>]*>/g;
const HEAD_END = '</head>';

/** Which release of the application a page belongs to; undefined if the page does not say it. */
export const releaseOf = (shell: string): string | undefined => RELEASE.exec(shell)?.[1];

/**
 * Fills an event's data, and its first screen if there is one, into the built index.html.
 * @throws Error if a slot is missing: then the page is not the one that this code was made for
 */
export function fillDocument(shell: string, { head, screen, first, isGallery }: Filling): ReadyPage {
  // The page of another release may have its styles elsewhere; it gets no first screen.
  for (const place of [TITLE, DESCRIPTION, ...(screen === undefined ? [] : [GALLERY])]) {
    if (!place.test(shell)) throw new Error(`The page has no ${place.source}.`);
  }
  for (const place of [HEAD_END, ROOT]) {
    if (!shell.includes(place)) throw new Error(`The page has no ${place}.`);
  }
  const data = firstDataScript(jsonForScript(first));
  const gallery = isGallery ? (GALLERY.exec(shell)?.[1] ?? '') : '';
  // Functions as replacements, because `$` in an event's texts must not be a pattern.
  const filled = shell
    .replace(DESCRIPTION, '')
    .replace(TITLE, () => head)
    .replace(GALLERY, '');
  if (screen === undefined) {
    const html = filled
      .replace(HEAD_END, () => gallery.replace(STYLE, '') + HEAD_END)
      .replace(ROOT, () => ROOT + data);
    return { html, styleHashes: [], firstPictures: [] };
  }
  // A first screen is painted without another response. Its pictures load first: only the gallery's own code is requested
  // with them, and the entry requests the libraries later.
  const html = filled
    .replace(CODE_AHEAD, '')
    .replace(ENTRY, `${ENTRY} fetchpriority="low"`)
    .replace(HEAD_END, () => gallery + HEAD_END)
    // A disabled link loads nothing, but tells the code that loads the other parts that these styles are there.
    .replace(STYLE_LINK, (link) => link.replace('>', ' disabled>'))
    .replace(ROOT, () => `<div id="root">${screen}</div>${data}`);
  return { html, styleHashes: hashesOf(gallery + screen), firstPictures: firstPicturesOf(screen) };
}

const FIRST_PICTURE = /<img(?=[^>]* fetchpriority="high")[^>]* src="([^"]+)"/gi;

const firstPicturesOf = (screen: string): string[] =>
  [...screen.matchAll(FIRST_PICTURE)].map(([, url = '']) => url.replaceAll('&amp;', '&'));

function hashesOf(html: string): string[] {
  return [...html.matchAll(STYLE)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  );
}
