import { afterEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '../../../web/src/lib/call.ts';
import { proveWork } from '../../../web/src/lib/prove-work.ts';

afterEach(() => vi.unstubAllGlobals());

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

/** A worker that gives this answer. @returns how often one was ended */
function stubWorker(answer: (worker: EventTarget) => void) {
  const terminate = vi.fn<() => void>();
  class FakeWorker extends EventTarget {
    terminate = terminate;
    postMessage = () => answer(this);
  }
  vi.stubGlobal('Worker', FakeWorker);
  return terminate;
}
const proofFor = async (challenge: string) => {
  const repeat = vi.fn<(proof: string) => Promise<Response>>().mockResolvedValue(new Response('ok'));
  await proveWork(refusal(challenge), repeat);
  return repeat.mock.calls[0]?.[0];
};
const answers = (worker: EventTarget) =>
  worker.dispatchEvent(new MessageEvent('message', { data: 'by the worker' }));

describe('in a browser', () => {
  test('a worker proves it, also on phones without Promise.withResolvers', async () => {
    const { withResolvers } = Promise;
    Reflect.deleteProperty(Promise, 'withResolvers');
    const terminate = stubWorker(answers);
    try {
      expect(await proofFor('first')).toBe('by the worker');
    } finally {
      Reflect.set(Promise, 'withResolvers', withResolvers);
    }
    expect(terminate).toHaveBeenCalledOnce();
  });

  test('the page does it where the worker’s code does not load', async () => {
    const terminate = stubWorker((worker) => worker.dispatchEvent(new Event('error')));
    expect(await proofFor('first')).toMatch(/^first:\d+$/);
    expect(terminate).toHaveBeenCalledOnce();
  });

  test('a mistake of the page’s own is none of the worker’s', async () => {
    stubWorker(() => {
      throw new RangeError('a mistake');
    });
    await expect(proofFor('first')).rejects.toThrow('a mistake');
  });
});
