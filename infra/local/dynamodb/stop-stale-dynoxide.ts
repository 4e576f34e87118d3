import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const TERM_MILLISECONDS = 2_000;
const KILL_MILLISECONDS = 5_000;

/** Records which process has the database file open, for the next start after a crash. */
export function writePidFile(pidFile: string, pid: number): void {
  writeFileSync(pidFile, `${pid}\n`);
}

export function removePidFile(pidFile: string): void {
  rmSync(pidFile, { force: true });
}

/**
 * Stops the dynoxide that a crashed run left behind on this database file, if there is one. Process ids are
 * reused, so a process is only touched if its command line is dynoxide's with this very file.
 * @throws Error if it does not end
 */
export async function stopStaleDynoxide(input: {
  pidFile: string;
  databaseFile: string;
  log: (message: string) => void;
}): Promise<void> {
  const pid = readPid(input.pidFile);
  if (pid === undefined) return;
  if (holds(pid, input.databaseFile)) {
    input.log(`Stopping the local DynamoDB (process ${pid}) that an earlier run left behind.`);
    if (!(await end(pid, input.databaseFile)))
      throw new Error(`The earlier local DynamoDB (process ${pid}) does not end: stop it and start again.`);
  }
  removePidFile(input.pidFile);
}

async function end(pid: number, databaseFile: string): Promise<boolean> {
  for (const [signal, patience] of [
    ['SIGTERM', TERM_MILLISECONDS],
    ['SIGKILL', KILL_MILLISECONDS],
  ] as const) {
    send(pid, signal);
    for (let waited = 0; waited < patience; waited += 20) {
      if (!holds(pid, databaseFile)) return true;
      await pause(20);
    }
  }
  return false;
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended by itself.
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is a dynoxide with this file open. A process that has ended, even unreaped, has no
 * command line.
 */
function holds(pid: number, databaseFile: string): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return basename(program) === 'dynoxide' && args[args.indexOf('--db-path') + 1] === databaseFile;
  } catch {
    return false;
  }
}
