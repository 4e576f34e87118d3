import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setPriority } from 'node:os';
import { type UsageLimits, watchUsage } from './process-usage.ts';

export type ChildTask = {
  readonly command: string;
  readonly args: readonly string[];
  /** Written to its standard input, which is closed otherwise. */
  readonly input?: Uint8Array;
  readonly cwd?: string;
  /** Variables besides those that every child gets. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The most writable memory, in bytes. */
  readonly memoryBytes: number;
  /** The most bytes on standard output, and in any file that it writes. */
  readonly outputBytes: number;
  /** What it may really take, watched while it runs. */
  readonly usage?: UsageLimits;
  /** Of its CPU time, as `nice` has it: 0, or up to 19 for what may wait. */
  readonly priority?: number;
};

export type ChildResult =
  | { readonly ok: true; readonly stdout: Buffer }
  | { readonly ok: false; readonly reason: ChildFailure; readonly stderr: string };

/**
 * `missing`: there is no such program; `failed`: it ended by itself with an error, or could get no more memory;
 * `killed`: somebody else ended it; `timeout`: not done in time; `cpu`, `memory`: it took more of that than it may.
 */
export type ChildFailure = 'missing' | 'killed' | 'timeout' | 'cpu' | 'memory' | 'output' | 'failed';

const STDERR_BYTES = 4096;
const BLOCK_BYTES = 512;
const NOT_FOUND = 127;

/**
 * The shell's script that sets limits and then becomes the program, which follows them as arguments: KiB of writable
 * memory, blocks of 512 bytes of a file, and seconds of CPU time, the safety net for a child whose parent died before it
 * could end it. A limit that the system does not know is skipped. Lambda's runtimes have a shell: they begin with a
 * script, `bootstrap`. Source: AWS Lambda Developer Guide, "Building a custom runtime".
 */
export const LIMIT_LAUNCHER =
  'ulimit -c 0; ulimit -d "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; ulimit -t "$3" 2>/dev/null; shift 3; exec "$@"';

/**
 * Runs a program that reads a stranger's file: limited in time, memory and output, killed with SIGKILL at
 * the first limit, and with an environment that holds no credentials. Never rejects.
 */
export function runLimited(task: ChildTask): Promise<ChildResult> {
  const limits = [
    Math.ceil(task.memoryBytes / 1024),
    Math.ceil(task.outputBytes / BLOCK_BYTES),
    Math.ceil((task.timeoutMs / 1000) * 4) + 5,
  ].map(String);
  const child = spawn('/bin/sh', ['-c', LIMIT_LAUNCHER, 'sh', ...limits, task.command, ...task.args], {
    cwd: task.cwd,
    env: { ...bareEnvironment(), ...task.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined && task.priority) setPriority(child.pid, task.priority);
  return watch(child, task);
}

function watch(child: ChildProcessWithoutNullStreams, task: ChildTask): Promise<ChildResult> {
  const output: Buffer[] = [];
  let outputBytes = 0;
  let stderr = '';
  let stopped: ChildFailure | undefined;
  const stop = (reason: ChildFailure): void => {
    stopped ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, task.timeoutMs, 'timeout');
  const unwatch =
    task.usage &&
    watchUsage(child.pid ?? 0, task.usage, (excess) => stop(excess === 'cpuMs' ? 'cpu' : 'memory'));
  child.stdout.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > task.outputBytes) stop('output');
    else output.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_BYTES);
  });
  // A child that ends early closes its input while it is still being written: its exit code says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(task.input ?? '');
  return new Promise((resolve) => {
    const finish = (result: ChildResult): void => {
      clearTimeout(timer);
      unwatch?.();
      resolve(result);
    };
    child.once('error', (error) => finish({ ok: false, reason: 'missing', stderr: error.message }));
    child.once('close', (code, signal) => {
      if (code === 0 && stopped === undefined) return finish({ ok: true, stdout: Buffer.concat(output) });
      return finish({ ok: false, reason: stopped ?? failureOf(code, signal), stderr });
    });
  });
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): ChildFailure {
  if (code === NOT_FOUND) return 'missing';
  if (signal === 'SIGXCPU') return 'timeout';
  if (signal === 'SIGKILL' || signal === 'SIGTERM') return 'killed';
  return signal === 'SIGXFSZ' ? 'output' : 'failed';
}

/** What programs need to start, and nothing that they could give away. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, NODE_PATH } = process.env;
  return { PATH, LD_LIBRARY_PATH, NODE_PATH, MALLOC_ARENA_MAX: '2', HOME: '/nonexistent' };
}
