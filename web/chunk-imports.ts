import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** A chunk with everything it imports statically, directly or not. */
export function withImports(
  chunk: Chunk,
  bundle: Rolldown.OutputBundle,
  visited = new Set<Chunk>(),
): Set<Chunk> {
  if (visited.has(chunk)) return visited;
  visited.add(chunk);
  for (const name of chunk.imports) {
    const file = bundle[name];
    if (file?.type === 'chunk') withImports(file, bundle, visited);
  }
  return visited;
}
