import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { projectDir } from '../../infra/build/project-paths.ts';
import { listeningAddresses, processTree } from '../fixtures/processes.ts';
import { killTree, runNpmStart, type StartedProcess } from '../fixtures/run-npm-start.ts';

let folder: string;
let started: StartedProcess[];

beforeAll(() => ensureBuilt(), 180_000);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'npm-start-'));
  started = [];
});
afterEach(async () => {
  for (const { pid } of started) killTree(pid);
  await rm(folder, { recursive: true, force: true });
});

function start(port: string): StartedProcess {
  const run = runNpmStart({ PORT: port, DATA_DIR: folder });
  started.push(run);
  return run;
}

it('says one ready line, answers, listens on this machine alone, and has its folder to itself', async () => {
  const run = start('0');
  const site = await run.ready();
  expect((await fetch(site)).headers.get('content-type')).toContain('text/html');
  const addresses = listeningAddresses(processTree(run.pid));
  expect(addresses).toContain(`127.0.0.1:${new URL(site).port}`);
  expect(addresses.length).toBeGreaterThanOrEqual(6);
  expect(addresses.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
  expect(run.lines.filter((line) => line.includes('ready'))).toHaveLength(1);
  const other = start('0');
  expect(await other.ended()).toBe(1);
  // The sources may have changed since: then it builds first, and says so.
  expect(other.lines.at(-1)).toMatch(/^The folder .* is in use by another running copy/);
  expect((await fetch(site)).status).toBe(200);
});

it.each(['SIGTERM', 'SIGHUP'] as const)('closes everything on %s', async (signal) => {
  const module = path.join(projectDir, 'infra/local/run-until-stopped.ts');
  const program = `
    import { runUntilStopped } from ${JSON.stringify(module)};
    await runUntilStopped(async () => {
      setInterval(() => {}, 1000);
      console.log('open');
      return async () => console.log('closed');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const printed = text(child.stdout);
  child.stdout.once('data', () => child.kill(signal));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await printed).toBe('open\nclosed\n');
});

it('says in one line that the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await vi.waitFor(() => expect(other.listening).toBe(true), { timeout: 30_000 });
  const { port } = other.address() as AddressInfo;
  const run = start(String(port));
  expect(await run.ended()).toBe(1);
  expect(run.lines).toEqual([
    `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
  ]);
  other.close();
});

it('says in one line that PORT is no port', async () => {
  const run = start('abc');
  expect(await run.ended()).toBe(1);
  expect(run.lines).toEqual(['PORT must be a number from 0 to 65535, and it is "abc".']);
});

it('says in one line that Node is too old, before it loads any TypeScript', () => {
  const pretend = 'Object.defineProperty(process.versions, "node", { value: "22.11.0" })';
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${pretend}`, 'infra/local/npm-start.js'],
    { cwd: projectDir, encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr.trim()).toMatch(/^Gatherlens needs Node 22\.18 or newer, and this is Node 22\.11\.0\..*$/);
});
