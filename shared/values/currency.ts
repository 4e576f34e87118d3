import { formatPrice } from './price-text.ts';

/**
 * Currencies as Stripe charges them. Source: https://docs.stripe.com/currencies, read 2026-11: presentment
 * currencies, zero-decimal currencies, special cases, minimum and maximum charge amounts.
 */
const CURRENCIES = new Set(
  (
    'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf ' +
    'clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf ' +
    'idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt ' +
    'mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf ' +
    'sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv ' +
    'wst xaf xcd xcg xof xpf yer zar zmw'
  ).split(' '),
);

/** Charged in whole units: 500 yen are 500. */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

/** Whole units as well, but told to Stripe with two zeros: 500 kronur are 50000. */
const WHOLE_ONLY = new Set(['isk', 'ugx']);

/** Three decimals, of which the last is always 0. */
const THREE_DECIMAL = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);

/** Smallest charges in minor units. Where none is published Stripe judges when the checkout is made. */
const MINIMUMS = minimumsOf([
  [30, 'gbp'],
  [50, 'usd ars aud brl cad chf cop eur idr ils inr jpy krw nzd php rub sgd zar'],
  [200, 'aed myr pln ron'],
  [250, 'dkk'],
  [300, 'nok sek'],
  [400, 'hkd'],
  [1000, 'mxn thb'],
  [1500, 'czk'],
  [17_500, 'huf'],
]);

function minimumsOf(groups: readonly (readonly [amount: number, currencies: string])[]) {
  return new Map(
    groups.flatMap(([amount, currencies]) => currencies.split(' ').map((currency) => [currency, amount])),
  );
}

/** Eight digits of minor units: the largest charge in nearly every currency. */
const MAXIMUM = 99_999_999;

/** What is charged, in the currency's minor units, or why nothing can be. */
export type Charge = { readonly amount: number } | { readonly problem: string };

/**
 * A price as an amount that Stripe takes. Prices have two decimals in every currency; where the currency has
 * no smaller unit they must be 00.
 * @param price cents, that is hundredths of the currency's unit
 */
export function chargeOf(price: { priceCents: number; currency: string }): Charge {
  const { priceCents, currency } = price;
  const code = currency.toUpperCase();
  if (!CURRENCIES.has(currency)) return { problem: `${code} is not a currency that can be charged.` };
  if ((ZERO_DECIMAL.has(currency) || WHOLE_ONLY.has(currency)) && priceCents % 100 !== 0) {
    return { problem: `Use a whole number: ${code} has no smaller unit.` };
  }
  const amount = minorUnits(priceCents, currency);
  const minimum = MINIMUMS.get(currency) ?? 1;
  if (amount < minimum) {
    return { problem: `The price is too small: the least that can be charged is ${say(minimum, currency)}.` };
  }
  if (amount > MAXIMUM) {
    return { problem: `The price is too large: the most that can be charged is ${say(MAXIMUM, currency)}.` };
  }
  return { amount };
}

function minorUnits(priceCents: number, currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return priceCents / 100;
  return THREE_DECIMAL.has(currency) ? priceCents * 10 : priceCents;
}

/** Minor units as people write them: `"12.50"`, `"500"`, `"1.250"`. */
export function formatAmount(amount: number, currency: string): string {
  if (ZERO_DECIMAL.has(currency)) return String(amount);
  if (WHOLE_ONLY.has(currency)) return String(Math.floor(amount / 100));
  if (THREE_DECIMAL.has(currency)) {
    return `${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}`;
  }
  return formatPrice(amount);
}

function say(amount: number, currency: string): string {
  return `${formatAmount(amount, currency)} ${currency.toUpperCase()}`;
}
