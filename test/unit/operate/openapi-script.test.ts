import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { openApi } from '../../../functions/http/kit/openapi.ts';
import { projectDir } from '../../../infra/build/project-paths.ts';

const run = (...words: string[]): string =>
  execFileSync(process.execPath, ['infra/operate/openapi.ts', ...words], {
    cwd: projectDir,
    encoding: 'utf8',
  });

it('npm run openapi prints the document that is served, or writes it to a file', () => {
  const served = JSON.parse(JSON.stringify(openApi(endpoints)));
  expect(JSON.parse(run())).toEqual(served);
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const file = join(folder, 'api.json');
  expect(run(file)).toBe('');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(served);
  rmSync(folder, { recursive: true });
});
