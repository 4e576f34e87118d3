import { AppError } from './app-error.ts';
import type { Membership } from './records.ts';

// The stage says how many people an event has and how many items each of them: `limits` in `infra/stages/stages.ts`.

/**
 * How many times their limit one person may save in all, deleted items included: enough for somebody who
 * changes their mind, and an end to a program that loops.
 */
const TOTAL_UPLOADS_FACTOR = 3;

/** How many co-hosts an event has at most. */
export const MOST_CO_HOSTS = 10;

/** How many browsers of one person an event's notifications go to. */
export const SUBSCRIPTIONS_PER_PERSON = 10;

type Uploads = Pick<Membership, 'standing' | 'uploadCount' | 'everUploaded'>;

/** How many items one person may ever save in an event, deleted ones included. */
export const totalUploadLimit = (uploadLimit: number): number => TOTAL_UPLOADS_FACTOR * uploadLimit;

/**
 * Refuses a person who has reached an upload limit of an event. The owner has none.
 * @param membership undefined before the person's first act
 * @throws AppError 403
 */
export function assertBelowUploadLimit(membership: Uploads | undefined, uploadLimit: number): void {
  if (!membership || membership.standing === 'owner') return;
  if (membership.everUploaded >= totalUploadLimit(uploadLimit)) throw totalUploadLimitReached();
  if (membership.uploadCount >= uploadLimit) throw uploadLimitReached(uploadLimit);
}

/** For a person who has as many uploads as allowed at a time. */
export function uploadLimitReached(uploadLimit: number): AppError {
  return new AppError('forbidden', 'upload_limit', {
    message: `You have ${uploadLimit} uploads in this event, and that is as many as one person can have. Delete some of them to make room.`,
  });
}

function totalUploadLimitReached(): AppError {
  return new AppError('forbidden', 'upload_limit', {
    message: 'You have uploaded as much to this event as one person can.',
  });
}

/** For an event that has no place left. */
export function eventFull(): AppError {
  return new AppError('forbidden', 'event_full', {
    message: 'This event is full. It has as many people as it can take.',
  });
}

/** For an event that takes no more subscriptions of people without a place. */
export function subscriptionsFull(): AppError {
  return new AppError('forbidden', 'subscriptions_full', {
    message: 'Upload or vote first. Then you can be notified of new photos.',
  });
}

/** For an event that takes no more open checkouts of people without a place. */
export function checkoutsFull(): AppError {
  return new AppError('conflict', 'checkouts_full', {
    message: 'Many people are paying for this event right now. Please try again later.',
  });
}

/**
 * Divides a limit into parts that add up to it exactly, for a count that is kept in shards: many can add to
 * it at once, and it still never exceeds the limit.
 * @returns the limit of each part
 */
export function splitLimit(limit: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, part) => Math.floor((limit + parts - 1 - part) / parts));
}
