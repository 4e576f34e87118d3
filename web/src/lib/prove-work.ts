import type { Challenge } from '../../../shared/contract/proof-of-work.ts';

/** Finds the proof that a challenge asks for, in a worker, so that the page goes on. */
export async function proveWork(challenge: Challenge): Promise<string> {
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
