import type { Challenge } from '../../shared/contract/proof-of-work.ts';
import { PROOF_REQUIRED } from '../../shared/contract/proof-of-work.ts';
import { AppError } from './app-error.ts';

/**
 * How many newcomers come freely in a window. Above that nobody is refused: each proves work first, so that a program
 * pays for every invented person.
 */
export type Pace = { readonly max: number; readonly windowSeconds: number };

/** Over how many rows an event's newcomers of a minute are counted: by person, each row a part of the pace. */
export const PACE_SHARDS = 4;

/**
 * New people of an event, and those of one address. Five hundred phones that arrive within five minutes behind one
 * address, a hundred a minute, are never asked; of two thousand, four hundred a minute, most prove the work of a moment.
 */
export const NEW_PEOPLE: Pace = { max: 200, windowSeconds: 60 };
export const NEW_PEOPLE_OF_ADDRESS: Pace = { max: 120, windowSeconds: 60 };

/** New guests of one address: with room for a full venue that comes twelve times. */
export const NEW_GUESTS: Pace = { max: 6000, windowSeconds: 600 };

/** A cheap phone hashes about 100,000 texts a second: 13 bits take it 0.1 s on average, 17 bits 1.3 s. */
export const LEAST_BITS = 13;
export const MOST_BITS = 17;

/**
 * How hard a proof is in a window in which so many came, and so many were asked for a proof: a bit for every half above
 * those who come freely. Who is asked counts whether or not they come, so that challenges cannot be collected while they
 * are easy.
 */
export function bitsFor({ came, asked }: { came: number; asked: number }, max: number): number {
  const wanted = Math.max(came, Math.min(came, max) + asked);
  const over = Math.max(1, wanted / max);
  return Math.min(MOST_BITS, LEAST_BITS + Math.floor(Math.log(over) / Math.log(1.5)));
}

/** The refusal that asks for a proof. */
export function proofRequired(proof: Challenge): AppError {
  return new AppError('too-many', PROOF_REQUIRED, {
    message: 'Many people are arriving right now. Please try again in a moment.',
    retryAfterSeconds: 0,
    proof,
  });
}
