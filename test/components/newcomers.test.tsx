import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { PROOF_HEADER, PROOF_REQUIRED } from '../../shared/contract/proof-of-work.ts';
import { beginsWithZeroBits } from '../../shared/contract/find-proof.ts';
import { setCallingPage } from '../../web/src/lib/call.ts';
import { writeGuest } from '../../web/src/lib/guest-credentials.ts';
import { proveWork } from '../../web/src/lib/prove-work.ts';
import { Refusal } from './fake-api.ts';
import { sampleMediaList } from './sample-views.ts';
import { EVENT_PATH, showSite } from './show-site.tsx';

afterEach(() => {
  setCallingPage(undefined);
  writeGuest(null);
});

const CAST = 'POST /api/media/{mediaId}/vote';

it('where too many are new, a vote is counted once work is proven, and its guest sees no error', async () => {
  setCallingPage({ expectedUser: () => undefined, onUnauthorised: async () => undefined, proveWork });
  const problem = {
    code: PROOF_REQUIRED,
    message: 'Many people are arriving.',
    challenge: 'e.1.10.salt',
    bits: 10,
  };
  const items = sampleMediaList(1);
  const { sent } = await showSite({
    at: EVENT_PATH,
    as: 'guest',
    event: { role: 'guest' },
    media: () => items,
    answers: {
      [CAST]: ({ headers }) =>
        headers[PROOF_HEADER] ? { count: 1, hasVoted: true } : new Refusal(429, problem),
    },
  });
  await page.getByRole('button', { name: /^Vote,/ }).click({ force: true });
  await expect
    .element(page.getByRole('button', { name: 'Vote, 1 vote' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => sent.filter(({ name }) => name === CAST)).toHaveLength(2);
  const [first, second] = sent
    .filter(({ name }) => name === CAST)
    .map(({ headers }) => headers[PROOF_HEADER]);
  expect(first).toBeUndefined();
  expect(second).toMatch(/^e\.1\.10\.salt:\d+$/);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(second));
  expect(beginsWithZeroBits(new Uint8Array(hash), 10)).toBe(true);
  await expect.element(page.getByText('Vote Failed')).not.toBeInTheDocument();
});
