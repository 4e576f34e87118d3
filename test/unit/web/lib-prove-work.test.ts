import { expect, test, vi } from 'vitest';
import { CallError } from '../../../web/src/lib/call.ts';
import { proveWork } from '../../../web/src/lib/prove-work.ts';

const refusal = (challenge: string) =>
  new CallError({
    status: 429,
    statusText: 'Too Many Requests',
    text: JSON.stringify({ message: 'Busy', code: 'proof_required', challenge, bits: 1 }),
  });

test('a challenge that ran out is followed by the next one', async () => {
  const repeat = vi
    .fn<(proof: string) => Promise<Response>>()
    .mockRejectedValueOnce(refusal('second'))
    .mockResolvedValueOnce(new Response('ok'));
  const answer = await proveWork(refusal('first'), repeat);
  expect(await answer.text()).toBe('ok');
  expect(repeat.mock.calls.map(([proof]) => proof.split(':')[0])).toEqual(['first', 'second']);
});

test('proofs that are never taken end with what the server said', async () => {
  const repeat = vi.fn<(proof: string) => Promise<Response>>(() => Promise.reject(refusal('again')));
  await expect(proveWork(refusal('first'), repeat)).rejects.toMatchObject({ status: 429 });
  expect(repeat).toHaveBeenCalledTimes(4);
});

test('what fails otherwise is not repeated', async () => {
  const repeat = vi.fn<(proof: string) => Promise<Response>>(() => Promise.reject(new TypeError('network')));
  await expect(proveWork(refusal('first'), repeat)).rejects.toThrow('network');
  expect(repeat).toHaveBeenCalledTimes(1);
});
