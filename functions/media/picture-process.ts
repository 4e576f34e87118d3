import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, LIMIT_LAUNCHER } from './child-process.ts';
import { OverBudget } from './over-budget.ts';
import type { Picture } from './picture.ts';
import type { PictureOutcome, PictureTask } from './picture-program.ts';
import { readUsage, type UsageExcess, watchUsage } from './process-usage.ts';
import { UndecodableMedia } from './undecodable.ts';

/** What one picture may take of a process's own memory; about 30 MB of that are Node and the library. */
export const PICTURE_MEMORY_BYTES = 256_000_000;

// The kernel's limits, for when nobody watches: of writable memory Node reserves 600 MB before its first line.
const DATA_KIB = 950_000;
const LIFETIME_CPU_SECONDS = 30;
/** In blocks of 512 bytes, of a file that it writes: the settings of fonts are the only one. */
const FILE_BLOCKS = 64;

/** After so much a process is replaced: what earlier pictures left in it is gone then. */
const MOST_PICTURES = 100;
const MOST_CPU_MS = 15_000;
const MOST_IDLE_BYTES = 120_000_000;

/** Whatever takes so long waits for the machine, not for its picture. */
const PATIENCE_MS = 60_000;

// What a program does to itself. Any other end comes from outside, and says nothing of the picture.
const OWN_SIGNALS = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);

export type PictureProcess = {
  /**
   * @throws UndecodableMedia for a file that no retry helps, also if it takes too much memory or ends the process
   * @throws OverBudget if it takes more CPU time than it may
   */
  make(task: PictureTask, cpuMs: number): Promise<Picture>;
  /** Whether it can be given another picture. */
  readonly isFit: boolean;
  end(): void;
};

/**
 * Starts a process that makes pictures, one after another, with an environment that holds no credentials. One that takes
 * too much is killed.
 * @param priority of its CPU time, as `nice` has it: 0, or up to 19 for what may wait
 */
export function startPictureProcess(priority: number): PictureProcess {
  const limits = [DATA_KIB, FILE_BLOCKS, LIFETIME_CPU_SECONDS].map(String);
  const node = [process.execPath, '--max-old-space-size=64', '--v8-pool-size=1', programFile()];
  const child = spawn('/bin/sh', ['-c', LIMIT_LAUNCHER, 'sh', ...limits, ...node], {
    env: { ...bareEnvironment(), UV_THREADPOOL_SIZE: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  if (child.pid !== undefined && priority > 0) setPriority(child.pid, priority);
  const end = endOf(child);
  const start = new Promise((resolve) => child.once('message', resolve));
  let [pictures, isFit] = [0, true];
  void end.then(() => (isFit = false));
  keepAlive(child, false);
  return {
    get isFit() {
      return isFit;
    },
    async make(task, cpuMs) {
      keepAlive(child, true);
      pictures += 1;
      try {
        await Promise.race([start, end.then(failToStart)]);
        const outcome = await Promise.race([answerOf(child, task), watched(child, { end, cpuMs })]);
        const usage = readUsage(child.pid ?? 0);
        isFit &&= usage !== undefined && usage.cpuMs < MOST_CPU_MS && usage.memoryBytes < MOST_IDLE_BYTES;
        isFit &&= pictures < MOST_PICTURES;
        return pictureOf(outcome);
      } finally {
        child.removeAllListeners('message');
        if (isFit) keepAlive(child, false);
      }
    },
    end: () => void child.kill('SIGKILL'),
  };
}

type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly error?: Error };

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/** Before it was given a picture. */
function failToStart({ code, signal, error }: End): never {
  throw error ?? new Error(`The process of pictures did not start: ${signal ?? code}.`);
}

function answerOf(child: ChildProcess, task: PictureTask): Promise<PictureOutcome> {
  return new Promise((resolve) => {
    child.once('message', (outcome: PictureOutcome) => resolve(outcome));
    // If it has ended, its end says so.
    child.send(task, () => undefined);
  });
}

/** Kills the process when it takes too much. Settles with an error once the process has ended. */
async function watched(
  child: ChildProcess,
  { end, cpuMs }: { end: Promise<End>; cpuMs: number },
): Promise<never> {
  let excess: UsageExcess | undefined;
  const limits = { cpuMs, memoryBytes: PICTURE_MEMORY_BYTES, watchedMs: PATIENCE_MS };
  const stop = watchUsage(child.pid ?? 0, limits, (found) => {
    excess = found;
    child.kill('SIGKILL');
  });
  child.once('message', stop);
  const { code, signal, error } = await end;
  stop();
  if (excess === 'cpuMs' || signal === 'SIGXCPU') throw new OverBudget();
  if (excess === 'memoryBytes') throw new UndecodableMedia('too-large');
  const isOwn = signal === null ? code !== null && code !== 0 : OWN_SIGNALS.has(signal);
  const cause = error ?? new Error(`The process of pictures ended: ${signal ?? code}.`);
  throw isOwn ? new UndecodableMedia('damaged', { cause }) : cause;
}

function pictureOf(outcome: PictureOutcome): Picture {
  if (outcome.ok) return outcome.picture;
  if (outcome.code !== undefined) throw new UndecodableMedia(outcome.code, { cause: outcome.message });
  throw new Error(outcome.message);
}

/** Whether this process waits for the other one before it ends. */
function keepAlive(child: ChildProcess, isWorking: boolean): void {
  if (isWorking) child.ref();
  else child.unref();
  if (isWorking) child.channel?.ref();
  else child.channel?.unref();
}

/** Beside a bundle there is the program's own; elsewhere its source runs. */
function programFile(): string {
  const bundled = typeof __dirname === 'string' ? join(__dirname, 'picture-program.cjs') : '';
  return existsSync(bundled) ? bundled : join(process.cwd(), 'functions/media/picture-program.ts');
}
