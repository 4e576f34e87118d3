/** How long files are kept and can be read. The bucket's rules and the edge use these numbers. */

/** Days after which the bucket removes an uploaded file that no job has removed. */
export const UPLOAD_DAYS = 7;

/** An upload of this age is certainly gone: the bucket's rules run once a day. */
export const UPLOAD_GONE_DAYS = UPLOAD_DAYS + 1;

/** Days that the bucket keeps a ZIP. */
export const ARCHIVE_DAYS = 1;

/** How long a ZIP is handed out: less than it is kept, so that it does not vanish during a download. */
export const ARCHIVE_OFFERED_SECONDS = ARCHIVE_DAYS * 24 * 3600 - 4 * 3600;

/** Days that the bucket keeps a clean copy that was put together. */
export const COPY_DAYS = 1;

/** How long a clean copy is handed out: less than it is kept, as with ZIPs. */
export const COPY_OFFERED_SECONDS = COPY_DAYS * 24 * 3600 - 4 * 3600;

/** How long an event's signed cookies open its files, and the longest that the edge caches them. */
export const COOKIE_SECONDS = 3600;

/** How long a signed URL works, whether for an upload, a download or a rendition. */
export const SIGNED_URL_SECONDS = 15 * 60;
