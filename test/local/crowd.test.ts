import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectDir } from '../../infra/build/project-paths.ts';

const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** What the short form of `npm run bench:crowd` says. It ends with the test, however that ends. */
async function runCrowd(words: readonly string[], signal: AbortSignal): Promise<string> {
  const bench = promisify(execFile)(process.execPath, ['test/bench/crowd.ts', ...words], {
    cwd: projectDir,
    env: { PATH, HOME, NODE_COMPILE_CACHE },
    signal,
  });
  // Where something is wrong, it says what, and fails.
  const { stdout, stderr } = await bench.catch((error: { stdout: string; stderr: string }) => error);
  return stderr + stdout;
}

it('takes a crowd without losing, doubling or failing anything', async ({ signal }) => {
  const said = await runCrowd(['--seconds', '8', '--guests', '10'], signal);
  expect(said).toMatch(/^Items: 112 acknowledged, 112 found$/m);
  expect(said).toMatch(/^Votes: (\d+) cast, \1 counted$/m);
  expect(said.trimEnd().split('\n').at(-1)).toBe('crowd: lost 0, doubled 0, failed 0');
}, 600_000);
