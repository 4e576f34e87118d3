import { ARCHIVE_DAYS, UPLOAD_DAYS } from '../../functions/domain/file-lifetimes.ts';

// The media bucket's rules, for AWS and the local system alike: a difference would be noticed too late.

/** The signed URL authorises an upload; this only tells browsers which page may send one, and how. */
export const uploadCors = {
  methods: ['PUT'],
  /** In lower case. */
  requestHeaders: ['content-type', 'if-none-match'],
  exposedHeaders: ['etag'],
  maxAgeSeconds: 3600,
} as const;

/** Archives are made again whenever somebody asks. */
export const archiveExpiry = { prefix: 'media/archives/', days: ARCHIVE_DAYS } as const;

/** Uploads that were never saved; saved ones have a copy elsewhere. */
export const uploadExpiry = { prefix: 'incoming/', days: UPLOAD_DAYS } as const;

/** Objects of which the queue `originals` is notified. */
export const originalsNotice = { prefix: 'media/originals/' } as const;

/** How long the parts of an uncompleted multipart upload are kept. */
export const unfinishedUploadDays = 1;
