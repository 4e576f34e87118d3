import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { projectDir } from '../../infra/build/project-paths.ts';

beforeAll(() => ensureBuilt(), 180_000);

// Twenty seconds of trouble or until some uploads are acknowledged, and as long as it takes afterwards: a slow machine does
// less in them, and no other things.
it('what people were told is true exactly once after kills, cut connections and throttling', async () => {
  const words = ['test/bench/faults.ts', '--seconds', '20', '--uploads', '10', '--seed', '1'];
  const child = spawn(process.execPath, words, { cwd: projectDir, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(printed).toEqual(expect.stringMatching(/faults: lost 0, doubled 0, left over 0\n$/));
  expect(printed).toMatch(/uploads: [1-9]\d+ acknowledged/);
}, 300_000);
