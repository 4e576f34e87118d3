import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { functions } from '../../functions/manifest/functions.ts';
import { excessesOf } from '../../infra/build/bundle-budgets.ts';
import { projectDir } from '../../infra/build/project-paths.ts';

const rounds = 5;
const program =
  'require(process.argv[1]); const { user, system } = process.cpuUsage(); process.stdout.write(String(user + system));';

/**
 * CPU time of starting Node with each bundle, beside that of starting it with an empty file. Only the ratio
 * of the two is compared with the budgets: the time itself depends on the machine.
 * @param folder the bundles, a folder for each function
 * @returns what exceeds its budget, a sentence each
 */
export function reportStartUp(folder: string): string[] {
  const empty = path.join(folder, 'empty.js');
  writeFileSync(empty, '');
  const starts = functions.map((row) => {
    const bundle = path.join(folder, row.id, 'index.js');
    // Alternately, so that the machine's other work affects both.
    const pairs = Array.from({ length: rounds }, () => [startMicroseconds(empty), startMicroseconds(bundle)]);
    const [nothing, loaded] = [0, 1].map((of) => median(pairs.map((pair) => pair[of] ?? Number.NaN)));
    return { row, loaded: loaded ?? Number.NaN, startRatio: round((loaded ?? 0) / (nothing ?? 1)) };
  });
  console.log(`Start-up of functions (CPU ms, times an empty start; medians of ${rounds})`);
  for (const { row, loaded, startRatio } of starts.toSorted((a, b) => b.startRatio - a.startRatio))
    console.log(`  ${row.id.padEnd(26)} ${(loaded / 1000).toFixed(0).padStart(6)} ${startRatio.toFixed(2)}`);
  return starts.flatMap(({ row, startRatio }) => excessesOf(row, { startRatio }));
}

function startMicroseconds(file: string): number {
  // Packages beside the bundle are the project's; a folder without package.json is CommonJS, as in Lambda.
  const env = { PATH: process.env['PATH'], NODE_PATH: path.join(projectDir, 'node_modules') };
  return Number(execFileSync(process.execPath, ['-e', program, file], { encoding: 'utf8', env }));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
