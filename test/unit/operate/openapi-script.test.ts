import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { openApi } from '../../../functions/http/kit/openapi.ts';
import { projectDir } from '../../../infra/build/project-paths.ts';

const SCRIPT = 'infra/operate/openapi.ts';
const served = JSON.parse(JSON.stringify(openApi(endpoints))) as unknown;

it('npm run openapi prints the document that is served', () => {
  const printed = execFileSync(process.execPath, [SCRIPT], { cwd: projectDir, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(served);
});

it('npm run openapi writes it to the file that is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'api.json');
  process.argv = ['node', SCRIPT, file];
  const print = vi.spyOn(process.stdout, 'write');
  await import('../../../infra/operate/openapi.ts');
  expect(print).not.toHaveBeenCalled();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(served);
});
