import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment, LIMIT_LAUNCHER } from './child-process.ts';
import { MachineFault } from './machine-fault.ts';
import type { Picture } from './picture.ts';
import { answerOf, type End, endOf } from './picture-answer.ts';
import type { ApartTask, ProcessTask } from './picture-program.ts';
import { readUsage } from './process-usage.ts';
import type { ReducedTask } from './reduced-jpeg.ts';

// The kernel's limits, for when nobody watches: of writable memory Node reserves 600 MB before its first line.
const DATA_KIB = 950_000;
const LIFETIME_CPU_SECONDS = 30;
/** In blocks of 512 bytes, of a file that it writes: the settings of fonts are the only one. */
const FILE_BLOCKS = 64;

/** After so much a process is replaced: what earlier pictures left in it is gone then. */
const MOST_PICTURES = 100;
const MOST_CPU_MS = 15_000;
const MOST_IDLE_BYTES = 120_000_000;

export type PictureProcess = {
  /**
   * @throws UndecodableMedia for a file that no retry helps, also if it takes too much memory or ends the process
   * @throws OverBudget if it takes more CPU time than it may, or is expected to
   * @throws MachineFault for what says nothing of the file: the process did not start, or somebody else ended it
   */
  make(task: ApartTask, cpuMs: number): Promise<Picture>;
  /** Reduces one. @throws as `make` */
  reduce(task: ReducedTask, cpuMs: number): Promise<Buffer>;
  /** Whether it can be given another picture. */
  readonly isFit: boolean;
  end(): void;
};

/**
 * Starts a process that makes pictures, one after another, with an environment that holds no credentials. One that takes
 * too much is killed.
 * @throws MachineFault
 * @param priority of its CPU time, as `nice` has it: 0, or up to 19 for what may wait
 * @param program its file
 */
export function startPictureProcess(priority: number, program = programFile()): PictureProcess {
  const limits = [DATA_KIB, FILE_BLOCKS, LIFETIME_CPU_SECONDS].map(String);
  const node = [process.execPath, '--max-old-space-size=64', '--v8-pool-size=1', program];
  const child = spawnLimited([...limits, ...node]);
  if (child.pid !== undefined && priority > 0) setPriority(child.pid, priority);
  const end = endOf(child);
  const start = new Promise((resolve) => child.once('message', resolve));
  let [pictures, isFit] = [0, true];
  void end.then(() => (isFit = false));
  keepAlive(child, false);
  const answer = async <T>(task: ProcessTask, cpuMs: number): Promise<T> => {
    keepAlive(child, true);
    pictures += 1;
    try {
      await Promise.race([start, end.then(failToStart)]);
      return await answerOf<T>(child, task, { end, cpuMs });
    } finally {
      const usage = readUsage(child.pid ?? 0);
      isFit &&= usage !== undefined && usage.cpuMs < MOST_CPU_MS && usage.memoryBytes < MOST_IDLE_BYTES;
      isFit &&= pictures < MOST_PICTURES;
      if (isFit) keepAlive(child, false);
    }
  };
  return {
    get isFit() {
      return isFit;
    },
    make: (task, cpuMs) => answer<Picture>(task, cpuMs),
    // Bytes lose their class on the way between processes.
    reduce: async (task, cpuMs) => Buffer.from(await answer<Uint8Array>(task, cpuMs)),
    end: () => void child.kill('SIGKILL'),
  };
}

function spawnLimited(args: readonly string[]): ChildProcess {
  try {
    return spawn('/bin/sh', ['-c', LIMIT_LAUNCHER, 'sh', ...args], {
      env: { ...bareEnvironment(), UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
  } catch (error) {
    // Without memory for it, for example; other failures are told by the process's event.
    throw new MachineFault('The process of pictures cannot be started.', { cause: error });
  }
}

/** Before it was given a picture. */
function failToStart({ code, signal, error }: End): never {
  throw new MachineFault(`The process of pictures did not start: ${signal ?? code}.`, { cause: error });
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
