import { behaviours } from './path-behaviours.ts';

/**
 * How many requests that reach a Lambda the firewall lets through in a time. A whole venue shares an address: 2,000 phones
 * with the same browser make 50 each, with room for a fifth more, and 4,000 of any browsers. `ofAddress` is a third of what the gateway lets
 * through for everybody: one address never takes the stage from the others.
 */
export const FLOOD_LIMIT = { ofClient: 120_000, ofAddress: 200_000, seconds: 300 } as const;

/** The beginnings of all paths that a Lambda answers. */
export const floodPaths: readonly string[] = behaviours
  .filter(({ origin }) => origin === 'api')
  .map(({ pathPattern }) => pathPattern.replace(/\*$/, ''));
