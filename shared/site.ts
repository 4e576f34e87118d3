/** What the site is called. */
export const SITE_NAME = 'Gatherlens';

/** What it is, in one sentence: for search engines, previews of links and the installed app. */
export const SITE_DESCRIPTION = "One link, everyone's pictures: shared photo and video galleries for events.";

/**
 * What a browser's tab shows.
 * @param title the page's own; without one it is the site's name
 */
export function documentTitle(title?: string): string {
  return title && title !== SITE_NAME ? `${title} · ${SITE_NAME}` : SITE_NAME;
}
