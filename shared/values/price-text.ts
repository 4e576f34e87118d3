/**
 * Reads a price of at most ten digits, two of them decimals, as people and programs write it: `12.5`, `"12.50"`,
 * `" 3 "`. Money is integer cents inside, so the text is read digit by digit and never as a binary fraction.
 * @returns cents; `null` for absent or empty; `undefined` where it is no price.
 */
export function parsePriceCents(price: string | number | null | undefined): number | null | undefined {
  if (price === null || price === undefined) return null;
  const text = typeof price === 'number' ? String(price) : price.trim();
  if (text === '') return null;
  const match = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Cents as `"12.50"`. */
export function formatPrice(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
