import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectDir } from '../../infra/build/project-paths.ts';

/** What one of the project's own rules says: where, and why it refuses. */
export type Refusal = { readonly file: string; readonly line: number; readonly reason: string };

type Report = {
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly severity: string;
    readonly message: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
};

/** Every file of the project that lint reads. */
export const sourceFiles = globSync(['*.ts', '{functions,infra,shared,test,web}/**/*.{ts,tsx,js,cjs}'], {
  cwd: projectDir,
});

/** Lints these files (texts by path) by one rule as if they were the project's, in a folder of their own. */
export function lintTree(files: Record<string, string>, rule = 'import-directions'): Refusal[] {
  const root = mkdtempSync(path.join(tmpdir(), 'directions-'));
  try {
    cpSync(path.join(projectDir, 'infra/lint'), path.join(root, 'infra/lint'), { recursive: true });
    cpSync(path.join(projectDir, 'package.json'), path.join(root, 'package.json'));
    writeFileSync(path.join(root, '.oxlintrc.json'), JSON.stringify(settingsOf(`gatherlens/${rule}`)));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return lint(root, rule);
  } finally {
    rmSync(root, { recursive: true });
  }
}

type Settings = { readonly rules: Record<string, unknown>; readonly overrides?: readonly Settings[] };

/** Lint's settings for one rule. The others would take most of the time. */
function settingsOf(rule: string): Settings {
  const settings = JSON.parse(readFileSync(path.join(projectDir, '.oxlintrc.json'), 'utf8')) as Settings;
  const withRule = ({ rules, ...others }: Settings) => ({
    ...others,
    rules: Object.fromEntries(Object.entries(rules).filter(([name]) => name === rule)),
  });
  const lean = { plugins: [], categories: { correctness: 'off' }, options: {} };
  return { ...withRule(settings), ...lean, overrides: settings.overrides?.map(withRule) ?? [] };
}

function lint(root: string, rule: string): Refusal[] {
  const { stdout, stderr } = spawnSync(
    path.join(projectDir, 'node_modules/.bin/oxlint'),
    ['--format', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 },
  );
  if (!stdout.startsWith('{')) throw new Error(`Lint did not run: ${stdout}${stderr}`);
  return (JSON.parse(stdout) as Report).diagnostics
    .filter(({ code, severity }) => code === `gatherlens(${rule})` && severity === 'error')
    .map(({ filename, labels, message }) => ({
      file: filename,
      line: labels[0]?.span.line ?? 0,
      reason: message.slice(0, message.lastIndexOf(':')),
    }));
}
