import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(path.join(tmpdir(), 'directions-'));
copyFileSync(path.join(root, '.oxlintrc.json'), path.join(scratch, '.oxlintrc.json'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Whether lint refuses this import in this file. */
function isRefused(file: string, from: string): boolean {
  const planted = path.join(scratch, file);
  mkdirSync(path.dirname(planted), { recursive: true });
  writeFileSync(planted, `import { a } from '${from}';\nexport const b = a;\n`);
  const lint = path.join(root, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(lint, ['--format', 'json', file], { cwd: scratch, encoding: 'utf8' });
  rmSync(planted);
  return stdout.includes('no-restricted-imports');
}

it.each([
  ['shared/contract/a.ts', '../../functions/domain/access.ts'],
  ['shared/rules/a.ts', 'react'],
  ['functions/domain/a.ts', '../table/keys.ts'],
  ['functions/domain/a.ts', '@aws-sdk/client-s3'],
  ['functions/media/a.ts', '../table/keys.ts'],
  ['functions/table/a.ts', '../http/get-event.ts'],
  ['functions/platform/a.ts', '../jobs/reconcile-files.ts'],
  ['functions/http/a.ts', '../../infra/build/bundle-functions.ts'],
  ['functions/jobs/a.ts', '../../web/src/lib/call.ts'],
  ['web/src/lib/a.ts', '../../../functions/domain/access.ts'],
  ['web/src/features/gallery/a.ts', '../uploads/upload-engine.ts'],
  ['web/src/features/gallery/a.ts', '../../app/router.tsx'],
])('%s may not import %s', (file, from) => {
  expect(isRefused(file, from)).toBe(true);
});

it.each([
  ['shared/contract/a.ts', '../rules/money.ts'],
  ['functions/domain/a.ts', '../../shared/messages.ts'],
  ['functions/http/a.ts', '../domain/access.ts'],
  ['web/src/features/gallery/a.ts', '../../ui/button.tsx'],
])('%s may import %s', (file, from) => {
  expect(isRefused(file, from)).toBe(false);
});
