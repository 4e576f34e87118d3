import type { ChildProcess } from 'node:child_process';
import { MachineFault } from './machine-fault.ts';
import { OverBudget } from './over-budget.ts';
import type { PictureOutcome, ProcessTask } from './picture-program.ts';
import { type UsageExcess, watchUsage } from './process-usage.ts';
import { UndecodableMedia } from './undecodable.ts';

/** What one picture may take of a process's own memory; about 30 MB of that are Node and the library. */
export const PICTURE_MEMORY_BYTES = 256_000_000;

/** Whatever takes so long waits for the machine, not for its picture. */
const TIMEOUT_MS = 60_000;

// What a program does to itself. Any other end comes from outside, and says nothing of the picture.
const OWN_SIGNALS = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS']);

/** How a process has ended, or that it never began. */
export type End = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
};

export function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * Gives a process a picture to make, and kills it when that takes too much. For an animation that takes
 * too much, the answer is the still that was made of it first.
 * @throws UndecodableMedia, OverBudget, MachineFault
 */
export async function answerOf<T>(
  child: ChildProcess,
  task: ProcessTask,
  { end, cpuMs }: { end: Promise<End>; cpuMs: number },
): Promise<T> {
  const watch = watched(child, { end, cpuMs });
  let still: T | undefined;
  const outcome = new Promise<PictureOutcome<T>>((resolve) => {
    child.on('message', (message: PictureOutcome<T>) => {
      if (message.ok && !message.isFinal) {
        still = message.made;
        return;
      }
      watch.stop();
      resolve(message);
    });
  });
  // If it has ended, its end says so.
  child.send({ ...task, cpuMs }, () => undefined);
  try {
    return madeOf(await Promise.race([outcome, watch.failed]));
  } catch (error) {
    if (still && !(error instanceof MachineFault)) return still;
    throw error;
  } finally {
    child.removeAllListeners('message');
  }
}

/** Kills the process when it takes too much. `failed` settles with an error once the process has ended. */
function watched(
  child: ChildProcess,
  { end, cpuMs }: { end: Promise<End>; cpuMs: number },
): { stop: () => void; failed: Promise<never> } {
  let excess: UsageExcess | undefined;
  const limits = { cpuMs, memoryBytes: PICTURE_MEMORY_BYTES, watchedMs: TIMEOUT_MS };
  const stop = watchUsage(child.pid ?? 0, limits, (found) => {
    excess = found;
    child.kill('SIGKILL');
  });
  const failed = end.then(({ code, signal, error }): never => {
    stop();
    if (excess === 'cpuMs' || signal === 'SIGXCPU') throw new OverBudget(cpuMs);
    if (excess === 'memoryBytes') throw new UndecodableMedia('too-large');
    const isOwn = signal === null ? code !== null && code !== 0 : OWN_SIGNALS.has(signal);
    const how = `The process of pictures ended: ${signal ?? code}.`;
    if (isOwn) throw new UndecodableMedia('damaged', { cause: new Error(how) });
    throw new MachineFault(how, { cause: error });
  });
  // An end after the answer is nobody's concern.
  failed.catch(() => undefined);
  return { stop, failed };
}

function madeOf<T>(outcome: PictureOutcome<T>): T {
  if (outcome.ok) return outcome.made;
  const { code, message } = outcome;
  if (code === 'over-budget') throw new OverBudget(0);
  if (code !== undefined) throw new UndecodableMedia(code, { cause: message });
  throw new MachineFault(message);
}
