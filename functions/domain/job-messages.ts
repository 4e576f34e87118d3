import * as z from 'zod/mini';
import { EDITION } from './rendition-names.ts';

/** Messages of the product's queues and schedules, for sender and worker alike. */

/**
 * `moves`: bring an item's files to where they belong, or remove them. `wasOpen`: until now everybody in the event
 * could see them. With `stale`, remove the files of these names where its row speaks of them no more.
 */
export const reconcileFilesJob = z.object({
  eventId: z.string(),
  mediaId: z.string(),
  wasOpen: z.optional(z.boolean()),
  stale: z.optional(z.array(z.string())),
});
export type ReconcileFilesJob = z.output<typeof reconcileFilesJob>;

/** `deletions`: remove all that a deleted event held; `again`, what turned up after that. */
export const deletionJob = z.object({ eventId: z.string(), again: z.optional(z.boolean()) });
export type DeletionJob = z.output<typeof deletionJob>;

/** `people`: hand a retired guest's things to the account that claimed it, or erase what a person left. */
export const personJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('claim'), guestId: z.string(), userId: z.string() }),
  z.object({ kind: z.literal('erase'), person: z.string(), withMedia: z.boolean() }),
]);
export type PersonJob = z.output<typeof personJob>;

/**
 * `push`: tell of items that are new, wait for approval, or were approved. Counts and people are read when it is
 * sent: what is gone by then is not told.
 */
export const notificationJob = z.object({
  kind: z.enum(['new', 'pending', 'approved']),
  eventId: z.string(),
  mediaIds: z.array(z.string()).check(z.minLength(1)),
  /** When the latest of it happened. */
  at: z.string(),
  /** The subscription behind which to go on, where one run could not reach them all. */
  after: z.optional(z.string()),
  /** The one subscription that is tried again. */
  only: z.optional(z.object({ endpointHash: z.string(), tries: z.int() })),
});
export type NotificationJob = z.output<typeof notificationJob>;

/**
 * `media`, `videos`: the object store's own notification of new originals. Source: S3 event message structure 2.1. An
 * `edition` is ours: what is finished is then made anew under that name.
 */
export const objectCreated = z.object({
  edition: z.optional(z.string().check(z.regex(EDITION))),
  Records: z.optional(z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) }))),
});

/** The keys that a notification names, decoded; none for the test message that a new notification sends. */
export function createdKeys(message: z.output<typeof objectCreated>): string[] {
  return (message.Records ?? []).map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
}

/** The same notification for an original that is to be worked on again. */
export function createdMessage(key: string, edition?: string): string {
  return JSON.stringify({ edition, Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] });
}

/** `archives`: find out what goes into a ZIP and hand out its writing, or write one stretch of it. */
export const archiveJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), eventId: z.string(), archiveId: z.string() }),
  z.object({ kind: z.literal('write'), eventId: z.string(), archiveId: z.string(), stretch: z.int() }),
]);
export type ArchiveJob = z.output<typeof archiveJob>;

/** From the clock: drive items once more whose renditions are still missing so long after their upload. */
export const repairJob = z.object({ olderThanSeconds: z.number().check(z.nonnegative()) });
export type RepairJob = z.output<typeof repairJob>;
