import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '../build/project-paths.ts';

/** The environment variables of `npm start` and `npm run dev`. */
export type StartSettings = { readonly port: number; readonly dataDir: string };

/**
 * Reads the environment, and `.env` for what is not set there. `dataDir` is absolute.
 * @throws Error with one sentence if PORT is no port
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
