import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeOf, formatAmount } from '../../../shared/values/currency.ts';
import { formatPrice, parsePriceCents } from '../../../shared/values/price-text.ts';

const charged: [price: string, currency: string, amount: number][] = [
  ['12.50', 'usd', 1250],
  ['0.50', 'usd', 50],
  ['0.30', 'gbp', 30],
  ['500.00', 'jpy', 500],
  ['50.00', 'jpy', 50],
  ['5.00', 'isk', 500],
  ['5.00', 'ugx', 500],
  ['1.25', 'kwd', 1250],
  ['175.00', 'huf', 17_500],
  ['999999.99', 'usd', 99_999_999],
  ['99999999.00', 'jpy', 99_999_999],
];

const refused: [price: string, currency: string, problem: string][] = [
  ['0.49', 'usd', 'The price is too small: the least that can be charged is 0.50 USD.'],
  ['49.00', 'jpy', 'The price is too small: the least that can be charged is 50 JPY.'],
  ['174.99', 'huf', 'The price is too small: the least that can be charged is 175.00 HUF.'],
  ['500.50', 'jpy', 'Use a whole number: JPY has no smaller unit.'],
  ['5.01', 'isk', 'Use a whole number: ISK has no smaller unit.'],
  ['0.00', 'vnd', 'The price is too small: the least that can be charged is 1 VND.'],
  ['1000000.00', 'usd', 'The price is too large: the most that can be charged is 999999.99 USD.'],
  ['12.50', 'xyz', 'XYZ is not a currency that can be charged.'],
];

const cents = (price: string) => Math.round(Number(price) * 100);

describe('a price as people write it', () => {
  it.each([
    ['12.5', 1250],
    ['12.05', 1205],
    [12.5, 1250],
    [' 3 ', 300],
    ['0.07', 7],
  ])('%j is %i cents', (price, expected) => {
    expect(parsePriceCents(price)).toBe(expected);
  });

  it.each([undefined, null, '', ' '])('%j is none', (price) => {
    expect(parsePriceCents(price)).toBeNull();
  });

  it.each(['12,50', '1.234', '-5', '1e3', 'free', '123456789'])('%j is no price', (price) => {
    expect(parsePriceCents(price)).toBeUndefined();
  });
});

describe('a price as a charge', () => {
  it.each(charged)('%s %s is %i', (price, currency, amount) => {
    expect(chargeOf({ priceCents: cents(price), currency })).toEqual({ amount });
  });

  it.each(refused)('%s %s is refused', (price, currency, problem) => {
    expect(chargeOf({ priceCents: cents(price), currency })).toEqual({ problem });
  });

  it('is a whole number of minor units, and the same money', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 9_999_999_999 }),
        fc.constantFrom('usd', 'jpy', 'isk', 'kwd', 'eur', 'krw'),
        (priceCents, currency) => {
          const charge = chargeOf({ priceCents, currency });
          if ('problem' in charge) return;
          expect(Number.isInteger(charge.amount)).toBe(true);
          expect(Number(formatAmount(charge.amount, currency))).toBe(Number(formatPrice(priceCents)));
        },
      ),
    );
  });
});

describe('an amount as people write it', () => {
  it.each([
    [1250, 'usd', '12.50'],
    [5, 'usd', '0.05'],
    [500, 'jpy', '500'],
    [500, 'isk', '5'],
    [1250, 'kwd', '1.250'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text);
  });
});
