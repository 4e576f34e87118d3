import { AppError } from './app-error.ts';
import type { Membership } from './records.ts';

/**
 * How many times the limit one person may save and delete again: room for whoever changes their mind, and an end for
 * a program that goes round in circles.
 */
const ROUNDS = 3;

type Uploads = Pick<Membership, 'standing' | 'uploadCount' | 'everUploaded'>;

/** How many saves one person has in an event in all, deleted ones included. */
export const totalUploadLimit = (uploadLimit: number): number => ROUNDS * uploadLimit;

/**
 * Refuses whoever has as many uploads in an event as one person may. The owner may have any number.
 * @param membership undefined before somebody's first act
 * @throws AppError 403
 */
export function assertBelowUploadLimit(membership: Uploads | undefined, uploadLimit: number): void {
  if (!membership || membership.standing === 'owner') return;
  if (membership.everUploaded >= totalUploadLimit(uploadLimit)) throw totalUploadLimitReached();
  if (membership.uploadCount >= uploadLimit) throw uploadLimitReached(uploadLimit);
}

/** For who has as many uploads as one person may have at a time. */
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

/** An event that has as many people as it takes. */
export function eventFull(): AppError {
  return new AppError('forbidden', 'event_full', {
    message: 'This event is full. It has as many people as it can take.',
  });
}

/**
 * A limit as parts that add up to it exactly: a count in parts is written by many at once, and still never passes it.
 * @returns the most that each part may hold
 */
export function splitLimit(limit: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, part) => Math.floor((limit + parts - 1 - part) / parts));
}
