import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { staleParts } from './build-state.ts';

const program = fileURLToPath(new URL('./build.ts', import.meta.url));

/**
 * Builds what changed since the last build, in a process of its own, which prints what it does.
 * @param options.all builds everything
 * @throws Error if the build fails; the reasons have been printed
 */
export async function ensureBuilt(options: { all?: boolean } = {}): Promise<void> {
  if (!options.all && (await staleParts()).length === 0) return;
  console.log('Building what changed …');
  const child = fork(program, options.all ? ['--all'] : []);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The build failed.');
}
