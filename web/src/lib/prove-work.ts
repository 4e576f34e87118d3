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
  const worker = startWorker();
  const proof = worker && (await answerOf(worker, challenge).finally(() => worker.terminate()));
  if (proof !== undefined) return proof;
  // No worker, or its code has not come: the page stands still for a moment.
  const { solveProof } = await import('./solve-proof.ts');
  return solveProof(challenge);
}

/** @returns undefined if the browser gives none */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}

/** @returns undefined if the worker fails, as where its code does not load */
function answerOf(worker: Worker, challenge: Challenge): Promise<string | undefined> {
  // Some supported phones lack `Promise.withResolvers`.
  return new Promise((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener('error', () => resolve(undefined));
    worker.postMessage(challenge, []);
  });
}
