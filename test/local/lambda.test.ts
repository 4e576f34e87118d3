import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { InvokeResult } from '../../infra/local/lambda/invoke.ts';
import { startFunctionHost } from '../../infra/local/lambda/start-function-host.ts';

const patience = { timeout: 20_000, interval: 10 };
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'gatherlens-host-'));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  // As in the project, whose package.json would make every bundle a module.
  writeFileSync(join(path, 'package.json'), '{"type":"module"}');
  return path;
}

/** Bundles a source as the functions are bundled. */
async function bundle(path: string, source: string): Promise<void> {
  await build({
    stdin: { contents: source, loader: 'ts' },
    outfile: path,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    logLevel: 'silent',
  });
}

/** A host of functions given as sources of their handlers' modules. */
async function hostOf(
  sources: Record<string, string>,
  more: { timeoutSeconds?: number; env?: Record<string, string>; at?: string } = {},
) {
  const at = more.at ?? folder();
  const lines: string[] = [];
  const functions = Object.keys(sources).map((id) => ({
    id,
    bundlePath: join(at, id, 'index.js'),
    timeoutSeconds: more.timeoutSeconds ?? 30,
    memoryMb: 256,
  }));
  for (const { id, bundlePath } of functions) await bundle(bundlePath, sources[id] ?? '');
  const logFile = join(at, 'logs/functions.log');
  const host = startFunctionHost({
    name: 'test',
    functions,
    env: more.env ?? {},
    logFile,
    log: (line) => lines.push(line),
  });
  cleanups.push(() => host.close());
  return { ...host, at, lines, functions, logged: () => readFileSync(logFile, 'utf8') };
}

const pid = 'export const handler = async () => process.pid;';
/** A handler that waits until the file that its event names exists. */
const version = (n: number) => `import { existsSync } from 'node:fs';
  export const handler = async (file) => {
    while (file && !existsSync(file)) await new Promise((r) => setTimeout(r, 5));
    return { version: ${n}, pid: process.pid };
  };`;

const never = 'export const handler = () => new Promise(() => {});';

function payload(result: InvokeResult): unknown {
  if (!result.ok) throw new Error(`${result.errorType}: ${result.errorMessage}`);
  return result.payload;
}

function runs(id: unknown): boolean {
  try {
    return readFileSync(`/proc/${Number(id)}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

describe('a call', () => {
  test('gets its event and the context of Lambda, and returns the reply', async () => {
    const host = await hostOf({
      echo: `export const handler = async (event, context) => ({
        event,
        name: context.functionName,
        memory: context.memoryLimitInMB,
        id: context.awsRequestId,
        left: context.getRemainingTimeInMillis(),
      });`,
    });
    const event = { text: 'Grüße 🎉', list: [1, null, { deep: true }] };
    const first = payload(await host.invoke('echo', event)) as { id: string; left: number };
    const second = payload(await host.invoke('echo', event)) as { id: string };
    expect(first).toMatchObject({ event, name: 'echo', memory: '256' });
    expect(first.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.id).not.toBe(first.id);
    expect(first.left).toBeGreaterThan(0);
    expect(first.left).toBeLessThanOrEqual(30_000);
  });

  test('without a reply returns null, and a plain value as it is', async () => {
    const host = await hostOf({
      nothing: 'export const handler = async () => {};',
      plain: 'export const handler = () => "text";',
    });
    expect(await host.invoke('nothing', {})).toEqual({ ok: true, payload: null });
    expect(await host.invoke('plain', undefined)).toEqual({ ok: true, payload: 'text' });
  });

  test('loads its bundle once, when it is first called', async () => {
    const host = await hostOf({
      one: 'console.log("one is loaded"); let calls = 0; export const handler = async () => ++calls;',
      two: 'console.log("two is loaded"); export const handler = async () => 0;',
    });
    expect(payload(await host.invoke('one', {}))).toBe(1);
    expect(payload(await host.invoke('one', {}))).toBe(2);
    expect(host.logged()).toBe('one is loaded\n');
    await host.invoke('two', {});
    expect(host.logged()).toBe('one is loaded\ntwo is loaded\n');
  });

  test('does not wait for others', async () => {
    const host = await hostOf({
      gate: `let open; const opened = new Promise((resolve) => (open = resolve));
        export const handler = async (event) => (event.open ? open() : await opened, event.name);`,
    });
    const waiting = ['a', 'b'].map((name) => host.invoke('gate', { name }));
    await host.invoke('gate', { open: true });
    expect(await Promise.all(waiting)).toEqual([
      { ok: true, payload: 'a' },
      { ok: true, payload: 'b' },
    ]);
  });

  test.each([
    [
      'an error',
      'class OddError extends Error { name = "OddError"; } export const handler = async () => { throw new OddError("odd"); };',
      'OddError',
      'odd',
    ],
    [
      'something that is no error',
      'export const handler = async () => { throw "words"; };',
      'string',
      'words',
    ],
    [
      'an error while it is loaded',
      'throw new TypeError("at load");',
      'Runtime.ImportModuleError',
      'TypeError: at load',
    ],
    [
      'a missing handler',
      'export const other = 1;',
      'Runtime.HandlerNotFound',
      'index.handler is undefined or not exported',
    ],
    [
      'a callback',
      'export const handler = (event, context, callback) => callback(null, 1);',
      'Runtime.CallbackHandlerDeprecated',
      'Callback-based handlers do not run on Node.js 24 or later.',
    ],
  ])('that ends with %s is an error of Lambda’s shape', async (_, source, errorType, errorMessage) => {
    const host = await hostOf({ bad: source, pid });
    expect(await host.invoke('bad', {})).toMatchObject({ ok: false, errorType, errorMessage });
    // The process lives on.
    expect(await host.invoke('pid', {})).toMatchObject({ ok: true });
  });

  test('of an unknown function throws', async () => {
    const host = await hostOf({ pid });
    await expect(host.invoke('other', {})).rejects.toThrow('The host test has no function other.');
  });

  test('is limited to 6 MB each way', async () => {
    const host = await hostOf({
      length: 'export const handler = async (event) => event.length;',
      grow: 'export const handler = async (length) => "x".repeat(length);',
    });
    expect(payload(await host.invoke('length', 'x'.repeat(6_291_454)))).toBe(6_291_454);
    expect(await host.invoke('length', 'x'.repeat(6_291_455))).toEqual({
      ok: false,
      errorType: 'RequestEntityTooLargeException',
      errorMessage: 'Request must be smaller than 6291456 bytes for the InvokeFunction operation',
    });
    // Bytes are counted, not characters.
    expect(await host.invoke('length', 'é'.repeat(3_145_728))).toMatchObject({
      ok: false,
      errorType: 'RequestEntityTooLargeException',
    });
    expect(String(payload(await host.invoke('grow', 6_291_554)))).toHaveLength(6_291_554);
    expect(await host.invoke('grow', 6_291_555)).toMatchObject({
      ok: false,
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage:
        'Response payload size (6291557 bytes) exceeded maximum allowed payload size (6291556 bytes).',
    });
  });
});

describe('a call that runs out of time', () => {
  test('is answered as Lambda does; others in flight end well, and the process is not used again', async () => {
    const at = folder();
    const slow = `import { once } from 'node:events'; import { watch, existsSync } from 'node:fs';
      export const handler = async (file) => { while (!existsSync(file)) await new Promise((r) => setTimeout(r, 5)); return process.pid; };`;
    await bundle(join(at, 'slow/index.js'), slow);
    const host = await hostOf({ never, pid }, { timeoutSeconds: 0.3, at });
    const both = startFunctionHost({
      name: 'both',
      functions: [
        // Only the one that never ends may run out of time, however slow the machine is.
        ...host.functions.map((one) => (one.id === 'never' ? one : { ...one, timeoutSeconds: 60 })),
        { id: 'slow', bundlePath: join(at, 'slow/index.js'), timeoutSeconds: 60, memoryMb: 128 },
      ],
      env: {},
      logFile: join(at, 'both.log'),
      log: () => undefined,
    });
    cleanups.push(() => both.close());
    const old = payload(await both.invoke('pid', {}));
    const slower = both.invoke('slow', join(at, 'go'));
    const timedOut = await both.invoke('never', {});
    expect(timedOut).toMatchObject({ ok: false, errorType: 'Sandbox.Timedout' });
    expect(timedOut).toHaveProperty(
      'errorMessage',
      expect.stringMatching(/^RequestId: [0-9a-f-]{36} Error: Task timed out after 0\.30 seconds$/),
    );
    expect(payload(await both.invoke('pid', {}))).not.toBe(old);
    expect(runs(old)).toBe(true);
    writeFileSync(join(at, 'go'), '');
    expect(payload(await slower)).toBe(old);
    await expect.poll(() => runs(old), patience).toBe(false);
  });

  test('and blocks its process is answered too', async () => {
    const host = await hostOf(
      { busy: 'export const handler = () => { for (;;); };' },
      { timeoutSeconds: 0.3 },
    );
    expect(await host.invoke('busy', {})).toMatchObject({ ok: false, errorType: 'Sandbox.Timedout' });
  });
});

describe('a process that ends', () => {
  test.each([
    ['by itself', 'process.exit(3);', 'exit status 3'],
    ['by a rejection that nobody handles', 'void Promise.reject(new Error("lost"));', 'exit status 1'],
    ['by a signal', 'process.kill(process.pid, "SIGKILL");', 'signal: SIGKILL'],
  ])('%s fails the calls in flight, and the next call gets a new one', async (_, end, how) => {
    const host = await hostOf({
      never,
      pid,
      crash: `export const handler = () => { ${end} return new Promise(() => {}); };`,
    });
    const old = payload(await host.invoke('pid', {}));
    const results = await Promise.all([host.invoke('never', {}), host.invoke('crash', {})]);
    for (const result of results)
      expect(result).toEqual({
        ok: false,
        errorType: 'Runtime.ExitError',
        errorMessage: expect.stringMatching(
          new RegExp(`^RequestId: [0-9a-f-]{36} Error: Runtime exited with error: ${how}$`),
        ) as string,
      });
    expect(payload(await host.invoke('pid', {}))).not.toBe(old);
    expect(host.lines).toEqual(['The process of test ended by itself; a new one is started.']);
  });
});

describe('the process', () => {
  test('has the given environment, and nothing else of its parent’s but PATH and HOME', async () => {
    process.env['GATHERLENS_SECRET_OF_THE_PARENT'] = 'secret';
    cleanups.push(() => delete process.env['GATHERLENS_SECRET_OF_THE_PARENT']);
    const host = await hostOf(
      { env: 'export const handler = async () => ({ env: process.env, args: process.execArgv });' },
      { env: { TABLE_NAME: 'table' } },
    );
    expect(payload(await host.invoke('env', {}))).toEqual({
      env: { PATH: process.env['PATH'], HOME: homedir(), TZ: 'UTC', TABLE_NAME: 'table' },
      args: [],
    });
  });

  test('is replaced by restart(), which loads changed bundles; calls in flight end in the old one', async () => {
    const at = folder();
    const host = await hostOf({ versioned: version(1) }, { at });
    const { pid: old } = payload(await host.invoke('versioned', null)) as { pid: number };
    const waiting = host.invoke('versioned', join(at, 'go'));
    await bundle(join(at, 'versioned/index.js'), version(2));
    host.restart();
    expect(payload(await host.invoke('versioned', null))).toMatchObject({ version: 2 });
    writeFileSync(join(at, 'go'), '');
    expect(payload(await waiting)).toEqual({ version: 1, pid: old });
    await expect.poll(() => runs(old), patience).toBe(false);
  });

  test('ends with close(), which fails what is in flight and what comes after', async () => {
    const host = await hostOf({ pid, never });
    const id = payload(await host.invoke('pid', {}));
    const waiting = host.invoke('never', {});
    await host.close();
    expect(runs(id)).toBe(false);
    expect(await waiting).toMatchObject({ ok: false, errorType: 'Runtime.ExitError' });
    expect(await host.invoke('pid', {})).toMatchObject({ ok: false, errorType: 'Host.Closed' });
  });

  test('ends when its parent is killed', async () => {
    const { child, output } = await hostInAnotherProcess({});
    await expect.poll(output, patience).toMatch(/pid \d+\n/);
    const id = Number(/pid (\d+)/.exec(output())?.[1]);
    expect(runs(id)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => runs(id), patience).toBe(false);
  });
});

describe('what functions print', () => {
  test('is appended to the log file and does not go to the console', async () => {
    const { output, logFile, end } = await hostInAnotherProcess({});
    await end();
    expect(readFileSync(logFile, 'utf8')).toBe('earlier line\nto stdout\nto stderr\n');
    expect(output()).toMatch(/^pid \d+\n$/);
  });

  test('goes to both at the level debug', async () => {
    const { output, logFile, end } = await hostInAnotherProcess({ LOG_LEVEL: 'debug' });
    await end();
    expect(readFileSync(logFile, 'utf8')).toContain('to stdout\n');
    expect(output()).toContain('to stdout\n');
    expect(output()).toContain('to stderr\n');
  });
});

/** A host whose parent is another Node process, which prints the function's process id. */
async function hostInAnotherProcess(env: Record<string, string>) {
  const at = folder();
  const bundlePath = join(at, 'index.js');
  const logFile = join(at, 'functions.log');
  writeFileSync(logFile, 'earlier line\n');
  await bundle(
    bundlePath,
    // The timer keeps the process alive for as long as nothing ends it.
    'setInterval(() => {}, 1000); export const handler = async () => (console.log("to stdout"), console.error("to stderr"), process.pid);',
  );
  const module = new URL('../../infra/local/lambda/start-function-host.ts', import.meta.url).href;
  const script = `
    import { startFunctionHost } from '${module}';
    const functions = [{ id: 'f', bundlePath: '${bundlePath}', timeoutSeconds: 30, memoryMb: 128 }];
    const host = startFunctionHost({ name: 'n', functions, env: ${JSON.stringify(env)}, logFile: '${logFile}', log() {} });
    console.log('pid', (await host.invoke('f', {})).payload);
    process.stdin.on('data', () => host.close()).on('end', () => host.close());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  cleanups.push(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const output = () => text;
  const end = async () => {
    await expect.poll(output, patience).toMatch(/pid \d+\n/);
    child.stdin.end();
    await once(child, 'close');
  };
  return { child, output, logFile, end };
}
