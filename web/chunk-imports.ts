import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** A chunk and all that it imports from the start. */
export function withImports(
  chunk: Chunk,
  bundle: Rolldown.OutputBundle,
  known = new Set<Chunk>(),
): Set<Chunk> {
  if (known.has(chunk)) return known;
  known.add(chunk);
  for (const name of chunk.imports) {
    const file = bundle[name];
    if (file?.type === 'chunk') withImports(file, bundle, known);
  }
  return known;
}
