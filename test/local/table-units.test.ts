import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';

const program = path.resolve(import.meta.dirname, '../fixtures/table-units-process.ts');
let recorded: Record<string, object>;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 170_000 });
  recorded = JSON.parse(stdout) as typeof recorded;
}, 180_000);

// A change of what a call takes of the table changes the limits of an event, and what a stranger can cost: `-u` writes the
// files anew, and `npm run limits` the document.
it.each([
  ['each call of a crowd takes', 'table-units'],
  ['calls take at their worst', 'worst-units'],
])('what %s of the table is as recorded', async (_, name) => {
  await expect(`${JSON.stringify(recorded[name], null, 2)}\n`).toMatchFileSnapshot(
    `../../infra/cost/${name}.json`,
  );
});
