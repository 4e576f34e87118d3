import { formatCount } from '../../../shared/values/count-text.ts';

/**
 * `"1 photo"`, `"12 photos"`.
 * @param format writes the count
 */
export function pluralize(
  count: number,
  noun: string,
  format: (count: number) => string = formatCount,
): string {
  return `${format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
