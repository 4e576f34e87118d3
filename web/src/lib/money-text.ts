import { formatAmount } from '../../../shared/rules/currency.ts';
import { priceText } from './price-text.ts';

/** Money as people read it: `"$12.50"`, `"¥500"`. @param amount in the currency's minor units: cents, or whole yen */
export function moneyText(amount: number, currency: string): string {
  return priceText({ price: formatAmount(amount, currency), currency });
}
