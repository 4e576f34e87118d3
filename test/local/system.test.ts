import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForSite } from '../../infra/local/site-server.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { projectDir } from '../../infra/build/project-paths.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { listeningAddresses, processTree } from '../fixtures/processes.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { killTree, runNpmStart, stillRunning, type StartedProcess } from '../fixtures/run-npm-start.ts';
import { jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';

let folder: string;

beforeAll(() => ensureBuilt(), 180_000);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'system-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The last of them may need a moment to notice that the first is gone. */
function allGone(tree: readonly number[]): Promise<void> {
  return vi.waitFor(() => expect(stillRunning(tree)).toEqual([]), { timeout: 10_000 });
}

/** Registers a guest, as the page does. */
async function registerGuest(site: string, name: string): Promise<{ id: string; token: string }> {
  const reply = await fetch(`${site}/api/guests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ name }),
  });
  expect(reply.status).toBe(201);
  return (await reply.json()) as { id: string; token: string };
}

/** What a guest is told of an event that is not there: 404 when the guest is known, 401 when not. */
async function statusOf(site: string, guest: { id: string; token: string }): Promise<number> {
  const query = new URLSearchParams({ guestId: guest.id, token: guest.token });
  const reply = await fetch(`${site}/api/events/evt_${'a'.repeat(26)}/media?${query.toString()}`);
  return reply.status;
}

describe('npm start', () => {
  const started: StartedProcess[] = [];
  const start = (environment: Record<string, string>): StartedProcess => {
    const run = runNpmStart(environment);
    started.push(run);
    return run;
  };
  afterAll(() => started.forEach(({ pid }) => killTree(pid)));

  it('says one ready line, answers, and listens on this machine alone', async () => {
    const run = start({ PORT: '0', DATA_DIR: folder });
    const site = await run.ready();
    expect((await fetch(site)).headers.get('content-type')).toContain('text/html');
    await registerGuest(site, 'Ann');
    const tree = processTree(run.pid);
    const addresses = listeningAddresses(tree);
    expect(addresses).toContain(`127.0.0.1:${new URL(site).port}`);
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    expect(addresses.filter((address) => !address.startsWith('127.0.0.1:'))).toEqual([]);
    expect(run.lines.filter((line) => line.includes('ready'))).toHaveLength(1);
    run.child.kill('SIGTERM');
    expect(await run.ended()).toBe(0);
    await allGone(tree);
  });

  it.each(['SIGINT', 'SIGHUP'] as const)('ends cleanly on %s', async (signal) => {
    const run = start({ PORT: '0', DATA_DIR: folder });
    await registerGuest(await run.ready(), 'Ann');
    const tree = processTree(run.pid);
    expect(tree.length).toBeGreaterThan(2);
    run.child.kill(signal);
    expect(await run.ended()).toBe(0);
    await allGone(tree);
  });

  it('leaves nothing behind when killed, and the next start has everything', async () => {
    const first = start({ PORT: '0', DATA_DIR: folder });
    const site = await first.ready();
    const guest = await registerGuest(site, 'Ann');
    const tree = processTree(first.pid);
    const { port } = new URL(site);
    first.child.kill('SIGKILL');
    await first.ended();
    // At once, on the same port and folder, while the others may still be ending.
    const second = start({ PORT: port, DATA_DIR: folder });
    const again = await second.ready();
    expect(again).toBe(site);
    expect(await statusOf(again, guest)).toBe(404);
    expect(await statusOf(again, { ...guest, token: 'wrong' })).toBe(401);
    await allGone(tree);
    second.child.kill('SIGTERM');
    await second.ended();
  });

  it('works off after a crash what was waiting in its queues', async () => {
    const first = start({ PORT: '0', DATA_DIR: folder });
    const site = await first.ready();
    const owner = await signIn(site);
    const { json: event } = await owner.post('/api/events', { name: 'Party', privacy: 'public' });
    const items = [];
    for (const seed of [1, 2, 3]) items.push(await upload(owner, event.id, await jpegFile(seed)));
    first.child.kill('SIGKILL');
    await first.ended();
    const second = start({ PORT: new URL(site).port, DATA_DIR: folder });
    await second.ready();
    for (const { id } of items)
      expect(await waitUntilProcessed(owner, event.id, id)).toMatchObject({ state: 'ready' });
    second.child.kill('SIGTERM');
    expect(await second.ended()).toBe(0);
  });

  it('says in one line that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(other.listening).toBe(true));
    const { port } = other.address() as AddressInfo;
    const run = start({ PORT: String(port), DATA_DIR: folder });
    expect(await run.ended()).toBe(1);
    expect(run.lines).toEqual([
      `Port ${port} is taken by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
    ]);
    other.close();
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

  it('says in one line that PORT is no port', async () => {
    const run = start({ PORT: 'abc', DATA_DIR: folder });
    expect(await run.ended()).toBe(1);
    expect(run.lines).toEqual(['PORT must be a number from 0 to 65535, and it is "abc".']);
  });

  it('says in one line that the folder is in use', async () => {
    const system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    const run = start({ PORT: '0', DATA_DIR: folder });
    expect(await run.ended()).toBe(1);
    // The sources may have changed since: then it builds first, and says so.
    expect(run.lines.at(-1)).toMatch(/^The folder .* is in use by another running copy/);
    expect((await fetch(system.url)).status).toBe(200);
    await system.close();
  });
});

describe('the system', () => {
  let system: System | undefined;
  afterEach(async () => {
    await system?.close();
    system = undefined;
  });

  it('runs twice side by side without sharing anything', async () => {
    system = await startSystem({ port: 0, dataDir: path.join(folder, 'one'), quiet: true });
    const other = await startSystem({ port: 0, dataDir: path.join(folder, 'two'), quiet: true });
    expect(other.url).not.toBe(system.url);
    const guest = await registerGuest(system.url, 'Ann');
    expect(await statusOf(system.url, guest)).toBe(404);
    expect(await statusOf(other.url, guest)).toBe(401);
    await other.close();
    expect((await fetch(system.url)).status).toBe(200);
  });

  it('keeps its secrets to the owner, and the same ones', async () => {
    system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    const secrets = path.join(folder, 'secrets');
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    expect(readdirSync(secrets)).toEqual(expect.arrayContaining(['local-access-key', 'media-signing-key']));
    for (const name of readdirSync(secrets))
      expect(statSync(path.join(secrets, name)).mode & 0o777).toBe(0o600);
    const key = await readFile(path.join(secrets, 'media-signing-key'), 'utf8');
    expect(key).toContain('BEGIN PRIVATE KEY');
    await system.close();
    system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    expect(await readFile(path.join(secrets, 'media-signing-key'), 'utf8')).toBe(key);
  });

  it('says which kept secret is damaged, and leaves nothing open', async () => {
    system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    const { url } = system;
    await system.close();
    const file = path.join(folder, 'secrets/media-signing-key');
    chmodSync(file, 0o600);
    writeFileSync(file, 'no key');
    const port = Number(new URL(url).port);
    await expect(startSystem({ port, dataDir: folder, quiet: true })).rejects.toThrow(
      /media-signing-key holds no private key/,
    );
    const free = await listenForSite(port);
    await free.close();
  });

  it('writes no query and no token into any log', async () => {
    system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    const guest = await registerGuest(system.url, 'Ann');
    await statusOf(system.url, guest);
    await fetch(`${system.url}/event/evt_x?token=${guest.token}`);
    const { logsDir } = system;
    await system.close();
    const logs = await Promise.all(
      readdirSync(logsDir).map((name) => readFile(path.join(logsDir, name), 'utf8')),
    );
    expect(logs.join('')).toContain('/api/guests');
    expect(logs.join('')).not.toContain(guest.token);
    expect(logs.join('')).not.toContain('token=');
  });

  it('lets the functions find every service', async () => {
    system = await startSystem({ port: 0, dataDir: folder, quiet: true });
    expect(await system.invoke('repair-media', { olderThanSeconds: 0 })).toEqual({
      ok: true,
      payload: { redriven: 0 },
    });
    expect(system.environment).toMatchObject({
      SITE_URL: system.url,
      MEDIA_QUEUE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/media$/),
      MEDIA_DLQ_URL: expect.stringContaining('media-dlq'),
    });
  });
});
