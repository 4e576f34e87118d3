/** How long files stay and can be read. The bucket's rules and the edge take these numbers from here. */

/** Days that the bucket keeps an upload that was never saved. */
export const UPLOAD_DAYS = 7;

/** The bucket's rules run once a day: an upload of this age is gone for certain. */
export const UPLOAD_GONE_DAYS = UPLOAD_DAYS + 1;

/** Days that the bucket keeps a ZIP. */
export const ARCHIVE_DAYS = 1;

/** How long a ZIP is offered: it must not go while somebody downloads it. */
export const ARCHIVE_OFFERED_SECONDS = ARCHIVE_DAYS * 24 * 3600 - 4 * 3600;

/** How long an event's cookies open its files, and the longest that the edge caches these. */
export const COOKIE_SECONDS = 3600;

/** How long a signed URL works, be it for an upload, a download or a rendition. */
export const SIGNED_URL_SECONDS = 15 * 60;
