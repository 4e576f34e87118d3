import * as z from 'zod/mini';
import { OVERLAP_SECONDS } from './live-update-times.ts';
import { EDITION } from './rendition-names.ts';

/** Messages of the product's queues and schedules, for sender and worker alike. */

/**
 * `moves`: move an item's files to where they belong, or remove them. `wasOpen`: until now everybody who sees
 * the event could see them. With `stale`, only remove those of the named files that the item's row no longer
 * names.
 */
export const reconcileFilesJob = z.object({
  eventId: z.string(),
  mediaId: z.string(),
  wasOpen: z.optional(z.boolean()),
  stale: z.optional(z.array(z.string())),
});
export type ReconcileFilesJob = z.output<typeof reconcileFilesJob>;

/** `deletions`: remove all that a deleted event held; with `again`, what was written after that. */
export const deletionJob = z.object({ eventId: z.string(), again: z.optional(z.boolean()) });
export type DeletionJob = z.output<typeof deletionJob>;

/**
 * `people`: transfer a claimed guest's things to the account, or erase what a person left; with `again`, what
 * was written at the very end, of an erasure in these events among others.
 */
export const personJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('claim'),
    guestId: z.string(),
    userId: z.string(),
    again: z.optional(z.boolean()),
  }),
  z.object({
    kind: z.literal('erase'),
    person: z.string(),
    withMedia: z.boolean(),
    again: z.optional(z.array(z.string())),
    /** Of a continuation: an earlier run has sent the second look. */
    isSecondLookSent: z.optional(z.boolean()),
  }),
]);
export type PersonJob = z.output<typeof personJob>;

/**
 * `push`: notify of items that are new, wait for approval, or were approved. Items and people are read when
 * it is sent, so that nothing that is gone by then is mentioned.
 */
export const notificationJob = z.object({
  kind: z.enum(['new', 'pending', 'approved']),
  eventId: z.string(),
  mediaIds: z.array(z.string()).check(z.minLength(1)),
  /** When the latest of these changes happened. */
  at: z.string(),
  /** The hash of the subscription after which to continue, if an earlier run could not reach them all. */
  after: z.optional(z.string()),
  /** The one subscription to retry. */
  only: z.optional(z.object({ endpointHash: z.string(), tries: z.int() })),
});
export type NotificationJob = z.output<typeof notificationJob>;

/** `push`: tell an event's owner how much came, if nothing was uploaded for so long. */
export const restJob = z.object({
  kind: z.literal('rested'),
  eventId: z.string(),
  restSeconds: z.number().check(z.nonnegative()),
  /** The one subscription to retry. */
  only: z.optional(z.object({ endpointHash: z.string(), tries: z.int() })),
});
export type RestJob = z.output<typeof restJob>;

/** All that the queue `push` takes. */
export const pushJob = z.discriminatedUnion('kind', [notificationJob, restJob]);
export type PushJob = z.output<typeof pushJob>;

/** From the schedule: how long nothing must have been uploaded to an event before its owner is told. */
export const restSchedule = z.object({ restSeconds: z.number().check(z.nonnegative()) });
export type RestSchedule = z.output<typeof restSchedule>;

/**
 * `originals`, `media`, `heavy`, `videos`: S3's own notification of new originals, or one like it. `edition` is our addition: finished renditions
 * are made again under that name. `takenMs` is, too: CPU time that a picture took before it came to `heavy`.
 * Source: S3 event message structure 2.1.
 */
export const objectCreated = z.object({
  edition: z.optional(z.string().check(z.regex(EDITION))),
  takenMs: z.optional(z.number().check(z.nonnegative())),
  Records: z.optional(z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) }))),
});

/** The keys that a notification names, decoded; none in the test message that S3 sends at set-up. */
export function createdKeys(message: z.output<typeof objectCreated>): string[] {
  return (message.Records ?? []).map(({ s3 }) => decodeURIComponent(s3.object.key.replaceAll('+', ' ')));
}

/** The same notification, for an original that is to be processed again. */
export function createdMessage(key: string, edition?: string, takenMs?: number): string {
  return JSON.stringify({
    edition,
    takenMs,
    Records: [{ s3: { object: { key: encodeURIComponent(key) } } }],
  });
}

/**
 * `votes`: bring the counts of items in line with their votes; where item or event is gone, remove what is left
 * of these votes.
 */
export const rollUpJob = z.object({
  eventId: z.string(),
  items: z.array(z.object({ mediaId: z.string(), voters: z.array(z.string()) })),
});
export type RollUpJob = z.output<typeof rollUpJob>;

/**
 * `live`: tell those who have an event open of items that everybody sees from now on, of their votes, and of items that are
 * gone; tell of what waited for its turn; or, since somebody may have lost access at that time, let all listeners ask anew,
 * so many seconds after they last did (none where an earlier release sent it).
 */
export const liveJob = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('changed'),
    eventId: z.string(),
    items: z.array(z.string()),
    votes: z.array(z.string()),
    gone: z.array(z.string()),
  }),
  z.object({ kind: z.literal('waiting'), eventId: z.string(), topic: z.enum(['items', 'votes']) }),
  z.object({
    kind: z.literal('move'),
    eventId: z.string(),
    at: z.string(),
    pauseSeconds: z._default(z.number(), OVERLAP_SECONDS),
  }),
]);
export type LiveJob = z.output<typeof liveJob>;

/** `archives`: plan a ZIP and queue its stretches, make a batch of the photos that it needs first, or write one stretch. */
export const archiveJob = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), eventId: z.string(), archiveId: z.string() }),
  z.object({ kind: z.literal('make'), eventId: z.string(), archiveId: z.string(), batch: z.int() }),
  z.object({ kind: z.literal('write'), eventId: z.string(), archiveId: z.string(), stretch: z.int() }),
]);
export type ArchiveJob = z.output<typeof archiveJob>;

/** From the schedule: queue items again whose renditions are still missing this long after their upload. */
export const repairJob = z.object({ olderThanSeconds: z.number().check(z.nonnegative()) });
export type RepairJob = z.output<typeof repairJob>;
