import { randomBytes } from 'node:crypto';
import { CODE_LETTERS } from '../../shared/values/event-code.ts';

/** A code for an event: eight letters of 32 random bits. */
export function newEventCode(): string {
  return randomBytes(4)
    .toString('hex')
    .replaceAll(/./g, (digit) => CODE_LETTERS.charAt(Number.parseInt(digit, 16)));
}
