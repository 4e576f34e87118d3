import { randomBytes } from 'node:crypto';

const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';
const LETTERS = 26;

/**
 * `pay_` and 26 letters and digits of base32hex (RFC 4648, 7): 48 bits of milliseconds and 80 random bits.
 * The alphabet sorts as its values do, so that newer payments sort after older ones.
 */
export function newPaymentId(now: Date): string {
  let bits = (BigInt(now.getTime()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
  bits <<= 2n;
  let text = '';
  for (let letter = 0; letter < LETTERS; letter += 1) {
    text = BASE32HEX.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `pay_${text}`;
}
