/** The most items of an event that one call returns. */
export const MEDIA_PAGE_LIMIT = 200;
