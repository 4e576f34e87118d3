import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';
import { projectDir } from '../../infra/build/project-paths.ts';

/** With a priority lower still, its tests would run out of time beside the machine's other work. */
const GIVES_WAY = 5;

type Surroundings = {
  /** What its environment has beside this process's own. */
  env?: Record<string, string>;
  /** It gets about a quarter of a core that others want, too. */
  givesWay?: boolean;
};

/**
 * Runs one of the project's packages. Its output is printed as a whole when it ends, because others run
 * beside it.
 * @returns whether it succeeded, and what it wrote to stderr
 */
export async function runProgram(
  [program = '', ...words]: readonly string[],
  { env, givesWay = false }: Surroundings = {},
): Promise<{ succeeded: boolean; stderr: string }> {
  const started = performance.now();
  const child = spawn(path.join(projectDir, 'node_modules/.bin', program), words, {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (givesWay && child.pid !== undefined) setPriority(child.pid, GIVES_WAY);
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n— ${[program, ...words].join(' ')}\n${Buffer.concat(chunks).toString()}  ${seconds} s`);
  return { succeeded: status === 0, stderr: Buffer.concat(errors).toString() };
}
