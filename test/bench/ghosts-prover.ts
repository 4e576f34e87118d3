import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { findProof } from '../../shared/contract/find-proof.ts';
import type { Challenge } from '../../shared/contract/proof-of-work.ts';

// Proves work in a thread of its own, so that the guests of the same program are not kept waiting.

parentPort?.on('message', (challenge: Challenge) =>
  parentPort?.postMessage(
    findProof(challenge, (text) => createHash('sha256').update(text).digest()),
    [],
  ),
);
