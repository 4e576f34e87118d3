import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// A change of what a call takes of the table changes the limits of an event, and what a stranger can cost: `-u` writes the
// files anew, and `npm run limits` the document.
it.each([
  ['each call of a crowd takes', 'table-units'],
  ['calls take at their worst', 'worst-units'],
])('what %s of the table is as recorded', async (_, name) => {
  const program = path.resolve(import.meta.dirname, `../fixtures/${name}-process.ts`);
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const recorded = `${JSON.stringify(JSON.parse(stdout), null, 2)}\n`;
  await expect(recorded).toMatchFileSnapshot(`../../infra/cost/${name}.json`);
});
