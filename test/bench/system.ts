import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { functions } from '../../functions/manifest/functions.ts';
import { readBundleSizes } from '../../infra/build/bundle-sizes.ts';
import { functionsDir } from '../../infra/build/project-paths.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { processTree, treeBytes } from '../fixtures/processes.ts';
import { killTree, runNpmStart, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { reportStartUp } from './function-start-up.ts';

// npm run bench: how fast the local system starts, and its memory. `--rounds 9` for more than five. Linux
// only.

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5;
const idleMs = 5000;
const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));

try {
  await ensureBuilt();
  const first: number[] = [];
  const later: number[] = [];
  const called: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = path.join(folder, String(round));
    first.push(await timeStart(dataDir, async () => undefined));
    later.push(await timeStart(dataDir, async (site) => void called.push(await timeFirstCall(site))));
  }
  console.log(`Medians of ${rounds} rounds (least – most)`);
  console.log(`  first start, new folder    ${describe(first)} ms to the ready line`);
  console.log(`  later start                ${describe(later)} ms to the ready line`);
  console.log(`  first call after a start   ${describe(called)} ms`);
  await reportMemory(path.join(folder, 'memory'));
  await reportBundles();
  const excesses = reportStartUp(path.join(folder, 'functions'));
  if (excesses.length > 0) {
    console.error(excesses.join('\n'));
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from running the program to its ready line. */
async function timeStart(dataDir: string, use: (site: string) => Promise<void>): Promise<number> {
  const started = performance.now();
  return withSystem(dataDir, async (_run, site) => {
    const milliseconds = performance.now() - started;
    await use(site);
    return milliseconds;
  });
}

async function timeFirstCall(site: string): Promise<number> {
  const started = performance.now();
  await (await fetch(`${site}/api/auth/user`)).text();
  return performance.now() - started;
}

/** Proportional memory of the whole process tree at rest: after the start alone, and after a few calls. */
async function reportMemory(dataDir: string): Promise<void> {
  await withSystem(dataDir, async (run, site) => {
    await pause(idleMs);
    const fresh = memoryOf(run.pid);
    for (const address of ['/', '/api/auth/user', '/api/events/public'])
      await (await fetch(site + address)).text();
    await pause(idleMs);
    const used = memoryOf(run.pid);
    console.log(`Memory at rest (PSS of ${used.processes} processes)`);
    console.log(`  after the start            ${megabytes(fresh.bytes)} MB`);
    console.log(`  after a few calls          ${megabytes(used.bytes)} MB`);
  });
}

async function reportBundles(): Promise<void> {
  const sizes = await readBundleSizes(functions.map(({ id }) => id));
  console.log(`Bundles (kB, gzipped kB, modules), ${sizes.length} functions`);
  for (const { id, bytes, modules } of sizes.toSorted((a, b) => b.bytes - a.bytes)) {
    const { length: gzipBytes } = gzipSync(readFileSync(path.join(functionsDir, id, 'index.js')));
    console.log(`  ${id.padEnd(26)} ${kilobytes(bytes)} ${kilobytes(gzipBytes)} ${modules}`);
  }
  console.log(`  ${'median'.padEnd(26)} ${kilobytes(median(sizes.map(({ bytes }) => bytes)))}`);
}

async function withSystem<T>(
  dataDir: string,
  use: (run: StartedProcess, site: string) => Promise<T>,
): Promise<T> {
  const run = runNpmStart({ PORT: '0', DATA_DIR: dataDir });
  try {
    return await use(run, await run.ready());
  } finally {
    run.child.kill('SIGTERM');
    await run.ended();
    killTree(run.pid);
  }
}

function memoryOf(pid: number): { processes: number; bytes: number } {
  return { processes: processTree(pid).length, bytes: treeBytes(pid) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function describe(values: readonly number[]): string {
  const [least, middle, most] = [Math.min(...values), median(values), Math.max(...values)].map(Math.round);
  return `${middle} (${least} – ${most})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0).padStart(4);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(7);
}
