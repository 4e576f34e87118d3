import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** What the tests write at once, and as much again. */
const NEEDED_BYTES = 4e9;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem() / 2) > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Has every temporary folder of the tests made in memory, where there is room: they make everything durable as a machine that
 * somebody works on does, and would mostly wait for the disk.
 */
export function keepFoldersInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(path.join(MEMORY, 'tests-'));
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}
