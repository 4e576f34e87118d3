import type { Candidate } from './candidate.ts';
import { differingBits } from './picture-hash.ts';

/** Pictures whose hashes differ in at most this many bits show the same scene, whenever they were taken. */
const SAME_BITS = 8;
/** Within a burst the subject moves, so more bits may differ. */
const BURST_BITS = 16;
const BURST_MS = 10_000;

/**
 * Groups photos into scenes: duplicates and bursts are one scene, and so is a chain of them. Every pair is
 * compared: 5,000 photos take less than half a second.
 * @returns each photo once; the order within scenes and of scenes is the order given
 */
export function scenesOf<T extends Candidate>(candidates: readonly T[]): T[][] {
  const parents = candidates.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  for (const [at, one] of candidates.entries()) {
    for (let before = 0; before < at; before += 1) {
      const other = candidates[before];
      if (other && isSameScene(one, other)) {
        const [a, b] = [rootOf(at), rootOf(before)];
        parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  return [...Map.groupBy(candidates.entries(), ([at]) => rootOf(at)).values()].map((scene) =>
    scene.map(([, candidate]) => candidate),
  );
}

function isSameScene(a: Candidate, b: Candidate): boolean {
  if (a.hash && b.hash) {
    const bits = differingBits(a.hash, b.hash);
    if (bits <= SAME_BITS) return true;
    if (bits <= BURST_BITS && isBurst(a, b)) return true;
  }
  return a.contentHash !== null && a.contentHash === b.contentHash;
}

// Upload times do not count: a whole album is uploaded within seconds.
function isBurst(a: Candidate, b: Candidate): boolean {
  if (a.capturedMs === undefined || b.capturedMs === undefined) return false;
  return Math.abs(a.capturedMs - b.capturedMs) <= BURST_MS;
}
