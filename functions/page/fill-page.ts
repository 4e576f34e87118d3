import { FIRST_DATA_ID, type FirstData } from '../../shared/contract/first-data.ts';
import { jsonForScript } from './html.ts';

/** What is put into the application's page. */
export type Filling = {
  /** `<title>` and metadata. */
  readonly head: string;
  /** Shown until the application's own first screen is; may be empty. */
  readonly plain: string;
  readonly first: FirstData;
};

// The places, as `web/index.html` and its build have them.
const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"\s[^>]*>\s*/;
const EVENT_FILES = /<template id="event-files">([\s\S]*?)<\/template>/;
const CODE_AHEAD = /\s*<link rel="modulepreload"[^>]*>/g;
const HEAD_END = '</head>';
const ROOT = '<div id="root"></div>';

/**
 * The built index.html with an event's first screen in it.
 * @throws Error where the page has no place for it: then it is another page than this code was made for
 */
export function fillPage(shell: string, { head, plain, first }: Filling): string {
  for (const place of [TITLE, DESCRIPTION, EVENT_FILES]) {
    if (!place.test(shell)) throw new Error(`The page has no ${place.source}.`);
  }
  for (const place of [HEAD_END, ROOT]) {
    if (!shell.includes(place)) throw new Error(`The page has no ${place}.`);
  }
  const data = `<script type="application/json" id="${FIRST_DATA_ID}">${jsonForScript(first)}</script>`;
  const files = EVENT_FILES.exec(shell)?.[1] ?? '';
  // With a first screen to look at, its pictures go first: the rest of the code is asked for by the code, a turn later.
  const ahead =
    plain === '' ? shell : shell.replace(CODE_AHEAD, (link) => (files.includes(link.trim()) ? link : ''));
  // Functions, because `$` in somebody's words is no pattern. The event's styles come after those of every page.
  return ahead
    .replace(DESCRIPTION, '')
    .replace(EVENT_FILES, '')
    .replace(HEAD_END, () => files + HEAD_END)
    .replace(TITLE, () => head)
    .replace(ROOT, () => `${plain}${ROOT}${data}`);
}
