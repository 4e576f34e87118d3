import { formatAmount } from '../../../shared/values/currency.ts';

/** Formats money: `"$12.50"`, `"¥500"`. @param amount in the currency's minor units: cents, or whole yen */
export function formatMoney(amount: number, currency: string): string {
  return formatPrice({ price: formatAmount(amount, currency), currency });
}

/**
 * Formats a price: dollars as `"$12.50"`, other currencies in the viewer's locale with the currency's number of
 * decimals: `"¥500"`.
 * @param money.price in major units, as the API returns it: `"12.50"`, `"500.00"`
 */
export function formatPrice(money: { price: string | null; currency: string }): string {
  if (money.currency === 'usd') return formatDollars(money.price);
  const style = { style: 'currency', currency: money.currency } as const;
  return new Intl.NumberFormat(undefined, style).format(Number(money.price ?? 0));
}

/** A price as the API returns it, `"12.50"`, in dollars with two decimals: `"$12.50"`. */
export function formatDollars(price: string | number | null): string {
  return `$${Number(price ?? 0).toFixed(2)}`;
}
