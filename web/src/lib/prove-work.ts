import type { Challenge } from '../../../shared/contract/proof-of-work.ts';
import { CallError } from './call.ts';

/** One is enough, unless a challenge ran out before it was met. */
const MOST_PROOFS = 4;

/**
 * Proves the work that a refused call was asked for, and repeats the call with the proof.
 * @throws CallError the last refusal
 */
export async function proveWork(
  refusal: CallError,
  repeat: (proof: string) => Promise<Response>,
): Promise<Response> {
  let last = refusal;
  for (let proofs = 0; last.proof && proofs < MOST_PROOFS; proofs += 1) {
    try {
      return await repeat(await findProof(last.proof));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      last = error;
    }
  }
  throw last;
}

/** In a worker, so that the page goes on. */
async function findProof(challenge: Challenge): Promise<string> {
  try {
    return await inWorker(challenge);
  } catch {
    // The browser gives no worker: the page stands still for a moment.
    const { solveProof } = await import('./solve-proof.ts');
    return solveProof(challenge);
  }
}

async function inWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker failed.')));
    worker.postMessage(challenge, []);
    return await promise;
  } finally {
    worker.terminate();
  }
}
