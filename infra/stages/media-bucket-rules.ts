import { ARCHIVE_DAYS, COPY_DAYS, UPLOAD_DAYS } from '../../functions/domain/file-lifetimes.ts';

// The media bucket's rules, for AWS and the local system alike: a difference would be noticed too late.

/**
 * The signed URL authorises an upload or a download; this only tells browsers which page may send one, and read the
 * other by script: to show it in full size, or to save it with the device's photos.
 */
export const pageCors = {
  methods: ['PUT', 'GET'],
  /** In lower case. */
  requestHeaders: ['content-type', 'if-none-match'],
  /** What a download is called. */
  exposedHeaders: ['etag', 'content-disposition'],
  maxAgeSeconds: 3600,
} as const;

/** Archives are made again whenever somebody asks. */
export const archiveExpiry = { prefix: 'media/archives/', days: ARCHIVE_DAYS } as const;

/** Clean copies are put together again, too. */
export const copyExpiry = { prefix: 'media/copies/', days: COPY_DAYS } as const;

/**
 * What the jobs that remove uploads have left: files whose save died before the copy, which `repair-media` needs, and
 * anything at all if these jobs stand still.
 */
export const uploadExpiry = { prefix: 'incoming/', days: UPLOAD_DAYS, oldVersionDays: 1 } as const;

/** Of which new objects which queue is notified. */
export const notices = [
  { prefix: 'media/originals/', queue: 'originals' },
  { prefix: 'incoming/', queue: 'arrivals' },
] as const;

/** How long the parts of an uncompleted multipart upload are kept. */
export const unfinishedUploadDays = 1;
