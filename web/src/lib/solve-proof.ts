import { sha256 } from '@noble/hashes/sha2.js';
import type { Challenge } from '../../../shared/contract/proof-of-work.ts';
import { findProof } from '../../../shared/contract/find-proof.ts';

const encoder = new TextEncoder();

/** Finds the proof that a challenge asks for; takes all of the thread until then. */
export const solveProof = (challenge: Challenge): string =>
  findProof(challenge, (text) => sha256(encoder.encode(text)));
