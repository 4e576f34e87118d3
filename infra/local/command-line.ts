import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '../paths.ts';

/** What `npm start` and `npm run dev` are told by their environment. */
export type StartSettings = { readonly port: number; readonly dataDir: string };

/**
 * Reads the environment, and `.env` for what it does not say.
 * @throws Error in one sentence, where PORT is no port.
 */
export function readStartSettings(): StartSettings {
  const dotEnv = path.join(projectDir, '.env');
  if (existsSync(dotEnv)) process.loadEnvFile(dotEnv);
  const given = process.env;
  const port = Number(given['PORT'] || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, and it is "${given['PORT']}".`);
  }
  return { port, dataDir: path.resolve(projectDir, given['DATA_DIR'] || '.local') };
}

/**
 * Runs until the process is told to stop: by Ctrl-C, by a signal, or because who started it is gone. Then closes
 * what is open and ends; a second Ctrl-C ends at once.
 * @param start opens everything and says how to close it.
 */
export async function runUntilStopped(start: () => Promise<() => Promise<void>>): Promise<void> {
  const { promise: told, resolve: tell } = Promise.withResolvers<void>();
  let isTold = false;
  const stop = (): void => {
    if (isTold) process.exit(130);
    isTold = true;
    tell();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  try {
    const close = await start();
    await told;
    await close();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
