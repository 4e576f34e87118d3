import { expect, test } from 'vitest';
import { readPasted } from '../../../web/src/features/landing/read-pasted.ts';

const eventId = `evt_${'a2'.repeat(13)}`;
const code = 'CDFGHJKM';

test.each([
  [`https://x.example/event/${eventId}`, { eventId }],
  ['cdfg-hjkm', { code }],
  ['https://x.example/j/CDFG-HJKM', { code }],
  ['x.example/j/cdfghjkm?a=1', { code }],
  ['https://x.example/api/login?returnTo=%2Fj%2FCDFGHJKM', { code }],
  ['CDFG-HJK0', { isMistyped: true }],
  ['https://x.example/j/CDFG', { isMistyped: true }],
  ['our wedding', { isMistyped: false }],
  ['', { isMistyped: false }],
])('%j is read as %j', (text, read) => expect(readPasted(text)).toEqual(read));
