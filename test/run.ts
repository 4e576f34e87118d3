import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectDir } from '../infra/build/project-paths.ts';
import { requireChromium } from './fixtures/chromium.ts';
import { findFirefox, findProgram, findWebKit } from './fixtures/find-program.ts';

// `node test/run.ts` is npm test, `node test/run.ts check` the fast part of it: npm run check.
// The last line has the counts of all tests; a check that is no test counts only when it fails.

type Check = { readonly title: string; readonly command: readonly string[] };
type Counts = { passed: number; failed: number };

const checks: readonly Check[] = [
  { title: 'Format', command: ['oxfmt', '--check', '.'] },
  { title: 'Lint', command: ['oxlint', '--type-aware'] },
  { title: 'Types', command: ['tsc', '-p', 'tsconfig.json', '--noEmit'] },
  { title: 'Types of the website', command: ['tsc', '-p', 'web/tsconfig.json', '--noEmit'] },
  { title: 'Types of the service worker', command: ['tsc', '-p', 'web/src/sw/tsconfig.json', '--noEmit'] },
  { title: 'Unused files, exports and packages', command: ['knip'] },
];

const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numFailedTestSuites: z.number(),
});

const isCheck = process.argv[2] === 'check';
const counts: Counts = { passed: 0, failed: 0 };
const failures: string[] = [];
const leftOut: string[] = [];

for (const { title, command } of checks) {
  note(title, runs(command) ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 });
}
for (const project of isCheck ? ['unit'] : ['unit', 'local', 'infra', 'api', 'e2e']) {
  note(`Tests: ${project}`, testProject(project));
}
if (!isCheck) testOtherBrowsers();
noteMissingVideoTools();
if (leftOut.length > 0) console.log(`\nLEFT OUT, and so not tested:\n${leftOut.join('\n')}`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;

function note(title: string, result: Counts): void {
  counts.passed += result.passed;
  counts.failed += result.failed;
  if (result.failed > 0) failures.push(title);
}

/** Runs a program of the project's own, its output to ours. */
function runs([program = '', ...words]: readonly string[], environment: NodeJS.ProcessEnv = {}): boolean {
  const started = performance.now();
  console.log(`\n— ${[program, ...words].join(' ')}`);
  const { status } = spawnSync(path.join(projectDir, 'node_modules/.bin', program), words, {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** In the browsers that are there: nothing can install them everywhere, so a missing one is said, and said last. */
function testOtherBrowsers(): void {
  const present: string[] = [];
  if (findFirefox()) present.push('test/browsers/firefox-');
  else leftOut.push('  Firefox: apt-get install firefox-esr, or name one in FIREFOX_PATH');
  if (findWebKit()) present.push('test/browsers/webkit-');
  else leftOut.push('  WebKit: apt-get install webkit2gtk-driver xvfb');
  if (present.length > 0) note('Tests: browsers', testProject('browsers', present));
}

/** Tests of videos make some and have the product read them; where nothing can, they leave themselves out. */
function noteMissingVideoTools(): void {
  const missing = ['ffmpeg', 'ffprobe'].filter((name) => !findProgram(name));
  if (missing.length > 0)
    leftOut.push(`  Videos: apt-get install ffmpeg (there is no ${missing.join(' and no ')})`);
}

/** @param files the beginnings of the paths of those that are run; all without */
function testProject(project: string, files: readonly string[] = []): Counts {
  const folder = mkdtempSync(path.join(tmpdir(), 'report-'));
  const file = path.join(folder, 'report.json');
  try {
    const environment = project === 'e2e' ? { CHROMIUM_PATH: requireChromium() } : {};
    const words = ['run', ...files, '--project', project, '--reporter=default', '--reporter=json'];
    const isGreen = runs(['vitest', ...words, `--outputFile.json=${file}`], environment);
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    // A file that does not load, or an error outside of any test, is a failure without a failed test.
    const silent = isGreen && report.success ? 0 : Math.max(1, report.numFailedTestSuites);
    return { passed: report.numPassedTests, failed: report.numFailedTests || silent };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
