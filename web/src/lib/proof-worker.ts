import type { Challenge } from '../../../shared/contract/proof-of-work.ts';
import { solveProof } from './solve-proof.ts';

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  postMessage(solveProof(data), { transfer: [] });
});
