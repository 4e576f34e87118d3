import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networkOf } from '../../../functions/http/kit/viewer-network.ts';

const upTo = (most: number) => fc.integer({ min: 0, max: most });
const group = upTo(0xffff);
const halfOf = fc.array(group, { minLength: 4, maxLength: 4 });
/** An address as eight groups, some of them zero, because zeros can be left out. */
const groups = fc
  .array(fc.oneof(group, fc.constant(0)), { minLength: 8, maxLength: 8 })
  .filter((all) => !(all.slice(0, 5).every((one) => one === 0) && all[5] === 0xffff));

const written = (all: readonly number[]): string => all.map((one) => one.toString(16)).join(':');
const padded = (all: readonly number[]): string =>
  all.map((one) => one.toString(16).padStart(4, '0').toUpperCase()).join(':');
const dotted = (all: readonly number[]): string =>
  `${written(all.slice(0, 6))}:${all
    .slice(6)
    .flatMap((one) => [one >> 8, one & 0xff])
    .join('.')}`;

/** The first run of zeros written as `::`. */
const shortened = (all: readonly number[]): string => written(all).replace(/(^|:)0(:0)*(:|$)/, '::');

it('all addresses of a /64 are one network, and its neighbour is another', () => {
  fc.assert(
    fc.property(halfOf, halfOf, halfOf, (network, one, other) => {
      fc.pre(network.some((each) => each > 0));
      expect(networkOf(written([...network, ...one]))).toBe(networkOf(written([...network, ...other])));
      const neighbour = [...network.slice(0, 3), (network[3] ?? 0) ^ 1];
      expect(networkOf(written([...neighbour, ...one]))).not.toBe(networkOf(written([...network, ...one])));
    }),
  );
});

it('however an IPv6 address is written, it is the same network', () => {
  fc.assert(
    fc.property(groups, (all) => {
      const network = networkOf(written(all));
      expect(network).toBe(`${written(all.slice(0, 4))}::/64`);
      for (const write of [padded, dotted, shortened]) expect(networkOf(write(all))).toBe(network);
      expect(networkOf(`${written(all)}%eth0`)).toBe(network);
    }),
  );
});

it('an IPv4 address counts for itself, also where it is mapped into IPv6', () => {
  fc.assert(
    fc.property(upTo(255), upTo(255), upTo(255), upTo(255), (a, b, c, d) => {
      const address = `${a}.${b}.${c}.${d}`;
      const low = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const one of [address, `::ffff:${address}`, `::FFFF:${low}`, `0:0:0:0:0:ffff:${low}%2`])
        expect(networkOf(one)).toBe(address);
    }),
  );
});

it('whatever is no address counts as one, and fails nothing', () => {
  const malformed = [
    '',
    ' ',
    'x',
    '1.2.3',
    '010.0.0.1',
    '1.2.3.4, 5.6.7.8',
    '1.2.3.4:80',
    '[::1]',
    '::1::',
    '%1',
  ];
  for (const one of malformed) expect(networkOf(one)).toBe('malformed');
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.ipV6().map((one) => `${one}:1`),
      ),
      (text) => {
        expect(networkOf(text)).toMatch(/^(?:malformed|[\d.]+|[\da-f:]+::\/64)$/);
      },
    ),
  );
});
