import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from '../http/free-port.ts';
import { settlesWithin } from '../timers/timers.ts';

const PORT_ATTEMPTS = 3;
const START_MILLISECONDS = 10_000;
const STOP_MILLISECONDS = 3_000;

export type DynoxideProcess = {
  readonly endpoint: string;
  readonly pid: number;
  /** Ends it and waits until it is gone. */
  stop(): Promise<void>;
};

/** Path of the dynoxide program for this platform; undefined if its optional package is not installed. */
export function findDynoxide(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide');
  } catch {
    return undefined;
  }
}

/** What a start needs. */
export type Launch = {
  binary: string;
  databaseFile: string;
  log: (message: string) => void;
  /** Called with the process's id as soon as it is known. */
  spawned: (pid: number) => void;
  /** Called if it ends unasked. */
  ended?: () => void;
  /** The port that it must have; a free one if it is not given. */
  port?: number;
};

/**
 * Starts dynoxide on a database file, on a port of 127.0.0.1, and waits until it listens.
 * @throws Error with the last line of its output, if it does not start
 */
export async function startDynoxide(input: Launch): Promise<DynoxideProcess> {
  let reason = '';
  // Another process may take the port between our choice and dynoxide's bind.
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt += 1) {
    const started = await launch(input, input.port ?? (await freePort()));
    if (typeof started !== 'string') return started;
    reason = started;
  }
  throw new Error(`The local DynamoDB (dynoxide) did not start: ${reason}`);
}

/** One attempt on one port; a string is the reason why it failed. */
async function launch(
  { binary, databaseFile, log, spawned, ended }: Launch,
  port: number,
): Promise<DynoxideProcess | string> {
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(
    binary,
    ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', databaseFile],
    // Detached: Ctrl-C in the terminal must reach only us; we end dynoxide after the work in flight.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env: { PATH: process.env.PATH } },
  );
  let lastWords = 'it gave no reason';
  let state: 'starting' | 'running' | 'stopping' = 'starting';
  child.on('error', (error) => (lastWords = error.message));
  const begun = Promise.withResolvers<void>();
  const output = createInterface({ input: child.stderr });
  output.on('line', (line) => {
    lastWords = line;
    // What else it prints while starting and stopping is of no interest if all goes well.
    if (state === 'running') log(`dynoxide: ${line}`);
    // Its own words, because another process that has the port would answer, too.
    if (state !== 'starting' || line !== `Dynoxide listening on ${endpoint}`) return;
    state = 'running';
    begun.resolve();
  });
  output.once('close', begun.resolve);
  const { pid } = child;
  if (pid === undefined) {
    await once(child, 'close').catch(() => undefined);
    return lastWords;
  }
  spawned(pid);
  const watcher = killWithUs(pid);
  child.once('exit', (code, signal) => {
    watcher.kill('SIGKILL');
    if (state !== 'running') return;
    log(`The local DynamoDB ended unasked (${signal ?? `exit code ${code}`}).`);
    ended?.();
  });
  const end = async () => {
    state = 'stopping';
    await stop(child);
  };
  const isInTime = await settlesWithin(begun.promise, START_MILLISECONDS);
  const isRunning = (): boolean => state === 'running';
  if (isRunning()) return { endpoint, pid, stop: end };
  const reason = isInTime ? lastWords : `it did not listen within ${START_MILLISECONDS / 1000} seconds`;
  await end();
  return reason;
}

/**
 * A shell that waits for the end of its input, which comes however this process dies, and then kills
 * dynoxide. It is itself killed once dynoxide has ended, lest it hit another process with the same id.
 */
function killWithUs(pid: number): ChildProcess {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  return watcher;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  if (await settlesWithin(gone, STOP_MILLISECONDS)) return;
  child.kill('SIGKILL');
  await gone;
}
