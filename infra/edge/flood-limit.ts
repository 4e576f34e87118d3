import { behaviours } from './path-behaviours.ts';

/**
 * How many requests the firewall lets through in a time: `ofClient` and `ofAddress` of those that reach a Lambda, and `ofEverything` of all. A
 * whole venue shares an address: 2,000 phones with the same browser make 50 calls each, with room for a fifth more, and 4,000 of any
 * browsers, which look at 30 pictures a minute each meanwhile. `ofAddress` is a third of what the gateway lets through for everybody: one
 * address never takes the stage from the others.
 */
export const FLOOD_LIMIT = {
  ofClient: 120_000,
  ofAddress: 200_000,
  ofEverything: 1_200_000,
  seconds: 300,
} as const;

/** The beginnings of all paths that a Lambda answers. */
export const floodPaths: readonly string[] = behaviours
  .filter(({ origin }) => origin === 'api')
  .map(({ pathPattern }) => pathPattern.replace(/\*$/, ''));
