/**
 * How many calls the firewall lets one address make in a time. A whole venue shares one: 1,000 phones with 100 calls
 * each.
 */
export const FLOOD_LIMIT = { calls: 100_000, seconds: 300 } as const;
