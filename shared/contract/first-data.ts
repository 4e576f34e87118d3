import type { EventView, MediaView, UserView } from './entities.ts';

/**
 * Data embedded in a page so that it need not be fetched: the answers of GET user, GET event and the first page of
 * GET media, in a `<script type="application/json">` of this id. What is missing is fetched as usual.
 */
export type FirstData = {
  /** Null where nobody is signed in. */
  readonly user: UserView | null;
  readonly event?: EventView;
  readonly texts?: KnownTexts;
  readonly media?: { readonly items: MediaView[]; readonly nextCursor: string | null };
};

/**
 * Texts in the viewer's format, because the server and the browser must draw the same, and the first formatter takes a
 * phone a tenth of a second.
 */
export type KnownTexts = {
  /** By calendar day. */
  readonly days: Readonly<Record<string, string>>;
  /** By count, from a thousand on. Smaller ones are digits in every language. */
  readonly counts: Readonly<Record<string, string>>;
};

export const FIRST_DATA_ID = 'first-data';

/** Where the application is shown, as it stands in index.html. The data follow it. */
export const ROOT = '<div id="root"></div>';

/** @param json with nothing in it that ends a script */
export const firstDataScript = (json: string): string =>
  `<script type="application/json" id="${FIRST_DATA_ID}">${json}</script>`;

/** How many items the gallery's first page has, in its first order. */
export const FIRST_PAGE_LENGTH = 60;
