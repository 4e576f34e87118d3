import { isIPv4, isIPv6 } from 'node:net';

/** How many of the eight groups of an IPv6 address name the network: 64 bits. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address counts for: an IPv4 address for itself, also where it is mapped into IPv6, and an IPv6 address
 * for its /64, the smallest network that a customer gets and within which a device picks addresses as it likes.
 * A zone plays no part. Everything malformed counts as one.
 * Source: RFC 4291 (2.2, 2.5.5.2), RFC 6177, RFC 8981, RFC 4007 (11).
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return 'malformed';
  const groups = groupsOf(address.replace(/%.*$/s, ''));
  return mappedIPv4(groups) ?? `${groups.slice(0, NETWORK_GROUPS).map(hex).join(':')}::/64`;
}

const hex = (group: number): string => group.toString(16);

/** The eight numbers of an IPv6 address without a zone. */
function groupsOf(address: string): number[] {
  // The URL parser knows every way to write one, and writes it in one way: without an IPv4 part.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [numbersIn(before), numbersIn(after ?? '')];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}

const numbersIn = (part: string): number[] =>
  part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));

function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}
