const EDGE_BYTES = 256 * 1024;

/**
 * Identifies a file without reading all of it: SHA-256 of the first and last 256 KiB, and the size. Falls back to name,
 * size and date where the browser has no digest (pages without https).
 */
export async function fingerprintOf(file: Blob & { name?: string; lastModified?: number }): Promise<string> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return [file.name, file.lastModified, file.size].join('/');
  const edges = new Blob([
    file.slice(0, EDGE_BYTES),
    file.slice(Math.max(EDGE_BYTES, file.size - EDGE_BYTES)),
  ]);
  const digest = new Uint8Array(await subtle.digest('SHA-256', await edges.arrayBuffer()));
  return `${file.size}-${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
