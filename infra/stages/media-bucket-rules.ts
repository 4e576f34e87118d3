import { ARCHIVE_DAYS, UPLOAD_DAYS } from '../../functions/domain/file-lifetimes.ts';

// What the media bucket is told, in AWS and on one machine alike: a rule that held in one of the two alone would be found
// out too late.

/** An upload is allowed by its signed URL; this only tells browsers which page may send one, and how. */
export const uploadCors = {
  methods: ['PUT'],
  /** In lower case. */
  requestHeaders: ['content-type', 'if-none-match'],
  exposedHeaders: ['etag'],
  maxAgeSeconds: 3600,
} as const;

/** ZIPs are made anew whenever somebody asks. */
export const archiveExpiry = { prefix: 'media/archives/', days: ARCHIVE_DAYS } as const;

/** What was uploaded and never saved. */
export const uploadExpiry = { prefix: 'incoming/', days: UPLOAD_DAYS } as const;

/** How long the parts of a multipart upload stay that nobody completed. */
export const unfinishedUploadDays = 1;
