import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { lockFolder } from './folder-lock.ts';
import { buildDir } from './project-paths.ts';

const pauseMs = 100;
const timeoutMs = 5 * 60_000;

/**
 * Runs `run` while no other build of this folder runs; waits for one that does.
 * @throws Error if the other build still holds the lock after five minutes
 */
export async function withBuildLock<T>(run: () => Promise<T>): Promise<T> {
  await mkdir(buildDir, { recursive: true });
  const unlock = await takeLock();
  try {
    return await run();
  } finally {
    await unlock();
  }
}

async function takeLock(): Promise<() => Promise<void>> {
  // The lock is an abstract socket, which only Linux has.
  if (process.platform !== 'linux') return async () => undefined;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      return await lockFolder(buildDir);
    } catch (error) {
      if (waitedMs >= timeoutMs) throw error;
      await pause(pauseMs);
    }
  }
}
