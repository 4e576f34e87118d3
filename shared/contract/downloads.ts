import * as z from 'zod/mini';
import { PHOTO_SIZES } from '../values/photo-sizes.ts';
import { defineEndpoint, type ReplyOf } from './endpoint.ts';
import { instant } from './entities.ts';
import { archiveId, eventId, optionalGuestCredentials } from './ids.ts';

const photoSize = z.enum(PHOTO_SIZES);

/** What one size of photos makes of a download: an estimate unless it is exact. */
const archiveSize = z.object({
  /** Null for galleries so large that only some of the items were looked at. */
  photoCount: z.nullable(z.int()),
  videoCount: z.nullable(z.int()),
  fileCount: z.int(),
  bytes: z.int(),
  isExact: z.boolean(),
});
export type ArchiveSize = z.output<typeof archiveSize>;

export const measureArchive = defineEndpoint({
  id: 'measure-archive',
  method: 'GET',
  path: '/api/events/{eventId}/archive',
  summary:
    'How many photos and videos a ZIP made now would hold, and how large it would be in either size of photos.',
  audience: 'anyone',
  params: z.object({ eventId }),
  query: optionalGuestCredentials,
  replies: { 200: z.object({ full: archiveSize, chat: archiveSize }) },
});
export type ArchiveSizes = ReplyOf<typeof measureArchive>;

const archiveView = z.object({
  id: z.string(),
  photoSize,
  /**
   * `outdated`: nobody gets it any more, because something in it was removed from the gallery since, or the day's
   * budget did not take it; `failed`: it could not be made. Start again.
   */
  state: z.enum(['preparing', 'ready', 'outdated', 'failed']),
  /** Null until its contents are known. */
  fileCount: z.nullable(z.int()),
  /** The ZIP's own length, exactly. */
  totalBytes: z.nullable(z.int()),
  /** Of photos for chats that are made before its contents are known, how many are; else null. */
  making: z.nullable(z.object({ done: z.int(), of: z.int() })),
  doneBytes: z.int(),
  /** Items of the gallery that have no file to download yet, or none at all. */
  leftOut: z.int(),
  /** Items of people who have taken back so many of theirs that the rest is in no ZIP for a day. */
  setAside: z.int(),
  /** When its contents were listed; null until they are known. */
  asOf: z.nullable(instant),
  /** How many more items one that is made now would have. */
  itemsSince: z.int(),
  /** From when one that holds more may begin, a time in the past included; null while there is nothing more. */
  newerFrom: z.nullable(instant),
  /** How many of the caller's own items wait for approval and are in no ZIP of theirs. */
  ownPending: z.int(),
  /** A signed URL for 15 minutes once it is ready. Asking again signs a new one. */
  url: z.nullable(z.string()),
  /** Until when it is kept. */
  expiresAt: instant,
});
export type ArchiveView = z.output<typeof archiveView>;

export const startArchive = defineEndpoint({
  id: 'start-archive',
  method: 'POST',
  path: '/api/events/{eventId}/archive',
  summary:
    'One ZIP of the gallery in a size of photos, the same for all but the owner: the last one while it holds all or the next may not begin yet, else a new one. 429 says when.',
  audience: 'anyone',
  params: z.object({ eventId }),
  body: z.extend(optionalGuestCredentials, { photos: z.optional(photoSize) }),
  replies: { 200: archiveView },
});

export const getArchive = defineEndpoint({
  id: 'get-archive',
  method: 'GET',
  path: '/api/events/{eventId}/archive/{archiveId}',
  summary: 'How far a ZIP is, and where it is ready, a fresh address for it.',
  audience: 'anyone',
  params: z.object({ eventId, archiveId }),
  query: optionalGuestCredentials,
  replies: { 200: archiveView },
});
