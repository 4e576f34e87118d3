import { requireHeadlessChromium } from './fixtures/chromium.ts';
import { findFirefox, findProgram, findWebKit } from './fixtures/find-program.ts';
import { keepFoldersInMemory } from './run/folders-in-memory.ts';
import { changedFiles, changedSince, unseenTests } from './run/changed-tests.ts';
import type { Counts } from './run/counts-reporter.ts';
import { ONE_OF_TWO_CORES, RARE_COLLECTION } from './run/go-environment.ts';
import { runProgram } from './run/run-program.ts';
import { runTests } from './run/test-project.ts';

// `node test/run.ts` is npm test, `node test/run.ts check` the fast part of it: npm run check. `node test/run.ts changed`
// is npm run test:changed.
// The last line has the counts of all tests, and the lines above it name those that failed; a check that is no test
// counts only when it fails.

const checks = {
  Format: ['oxfmt', '--check', '.'],
  // Lint's rules need the types anyway.
  'Lint and types': ['oxlint', '--type-aware', '--type-check'],
  // With what it imports, which has no Node there.
  'Types of the service worker': ['tsc', '-p', 'web/src/sw/tsconfig.json', '--noEmit'],
  'Unused files, exports and packages': ['knip'],
};

const counts = { passed: 0, failed: 0 };
const failures: string[] = [];
const leftOut: string[] = [];

keepFoldersInMemory();
const runs = { check: runCheck, changed: runChanged, all: runAll };
const mode = process.argv[2] ?? 'all';
await runs[mode in runs ? (mode as keyof typeof runs) : 'all']();
if (leftOut.length > 0) console.log(`\nLEFT OUT, and so not tested:\n${leftOut.join('\n')}`);
if (failures.length > 0) console.log(`\nFAILED:\n${failures.join('\n')}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;

async function runCheck(): Promise<void> {
  await Promise.all([runChecks(), testProjects(['unit'])]);
}

/**
 * One project after the other: two that compute side by side make each other's waits too short. Components wait during a
 * quarter of their time; what gives way to them fills it.
 */
async function runAll(): Promise<void> {
  const hasChromium = useChromium();
  await Promise.all([runChecks(), testProjects(['unit']), build()]);
  await testProjects(['local', 'api']);
  await Promise.all([hasChromium && testProjects(['components']), testProjects(['media', 'infra'], true)]);
  await testInBrowsers(hasChromium);
  noteMissingVideoTools();
}

/** Finds or installs Chromium once for all tests, because they have a minute each. */
function useChromium(): boolean {
  try {
    process.env['CHROMIUM_PATH'] = requireHeadlessChromium();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    note('Chromium', { passed: 0, failed: 1 });
    return false;
  }
}

/** Most tests need the build: made once, beside those that do not. */
async function build(): Promise<void> {
  await noteProgram('Build', ['node', 'infra/build/build.ts']);
}

/** Neither the system nor a browser is started: the tests that need them are named at the end. */
async function runChanged(): Promise<void> {
  const since = changedSince();
  const changed = changedFiles(since);
  const projects = ['unit', 'media', 'infra'].flatMap((name) => ['--project', name]);
  note('Tests of what changed', await runTests([...projects, `--changed=${since}`]));
  const unseen = unseenTests(changed);
  if (unseen.length > 0) note('Tests that reach it by its path', await runTests([...projects, ...unseen]));
  leftOut.push('  local, api, components, e2e: npm test');
}

async function runChecks(): Promise<void> {
  for (const [title, command] of Object.entries(checks)) {
    await noteProgram(title, command, ONE_OF_TWO_CORES);
  }
}

async function noteProgram(title: string, command: readonly string[], env = {}): Promise<void> {
  const { succeeded } = await runProgram(command, { env: { ...RARE_COLLECTION, ...env } });
  note(title, { passed: 0, failed: succeeded ? 0 : 1 });
}

async function testProjects(names: readonly string[], givesWay = false): Promise<void> {
  for (const name of names) note(`Tests: ${name}`, await runTests(['--project', name], givesWay));
}

/**
 * With one system for all browsers that are there. Nothing can install Firefox and WebKit everywhere, so a missing one
 * is said, and said last.
 */
async function testInBrowsers(hasChromium: boolean): Promise<void> {
  const files: string[] = [];
  if (hasChromium) files.push('test/e2e/');
  if (findFirefox()) files.push('test/browsers/firefox-');
  else leftOut.push('  Firefox: apt-get install firefox-esr, or name one in FIREFOX_PATH');
  if (findWebKit()) files.push('test/browsers/webkit-');
  else leftOut.push('  WebKit: apt-get install webkit2gtk-driver xvfb');
  if (files.length > 0) note('Tests: e2e', await runTests([...files, '--project', 'e2e']));
}

/** Tests of videos make some and have the product read them; where nothing can, they leave themselves out. */
function noteMissingVideoTools(): void {
  const missing = ['ffmpeg', 'ffprobe'].filter((name) => !findProgram(name));
  if (missing.length > 0)
    leftOut.push(`  Videos: apt-get install ffmpeg (there is no ${missing.join(' and no ')})`);
}

function note(title: string, result: Counts): void {
  counts.passed += result.passed;
  counts.failed += result.failed;
  if (result.failed > 0) failures.push(title, ...(result.failures ?? []).map((line) => `  ${line}`));
}
