import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

// A change of what a call takes of the table changes the limits of an event: `-u` writes the file anew, and
// `npm run limits` the document.
it('what each call of a crowd takes of the table is as recorded', async () => {
  const program = path.resolve(import.meta.dirname, '../fixtures/table-units-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const recorded = `${JSON.stringify(JSON.parse(stdout), null, 2)}\n`;
  await expect(recorded).toMatchFileSnapshot('../../infra/cost/table-units.json');
});
