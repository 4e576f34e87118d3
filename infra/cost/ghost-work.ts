import { bitsFor, NEW_PEOPLE } from '../../functions/domain/newcomer-pace.ts';

/**
 * Texts hashed in a second. A cheap phone works in one worker of its browser; a laptop has eight cores with the same code, as
 * fast as one of an AMD EPYC was measured with it; a native program has eight cores with instructions for SHA-256.
 */
export const hashRates = {
  'a cheap phone': 100_000,
  "a laptop's browsers": 8 * 300_000,
  'a native program': 8 * 10_000_000,
} as const;

/**
 * How many texts somebody hashes on average who takes so many places of an event in so many minutes with made-up guests,
 * from so many addresses that only the event's own pace counts. Challenges are asked for as fast as possible in each minute.
 */
export function hashesForPlaces(places: number, minutes: number): number {
  const proving = Math.max(0, Math.ceil(places / minutes) - NEW_PEOPLE.max);
  const aMinute = Array.from(
    { length: proving },
    (_, at) => 2 ** bitsFor({ came: NEW_PEOPLE.max, asked: at + 1 }, NEW_PEOPLE.max),
  );
  return minutes * aMinute.reduce((sum, hashes) => sum + hashes, 0);
}

const duration = (seconds: number): string =>
  seconds < 100
    ? `${seconds.toLocaleString('en-US', { maximumSignificantDigits: 1 })} seconds`
    : `${(seconds / 60).toLocaleString('en-US', { maximumSignificantDigits: 2 })} minutes`;

/** What taking places costs each kind of machine: `93 minutes of a cheap phone`. */
export const workForPlaces = (places: number, minutes: number): string[] =>
  Object.entries(hashRates).map(
    ([who, rate]) => `${duration(hashesForPlaces(places, minutes) / rate)} of ${who}`,
  );
