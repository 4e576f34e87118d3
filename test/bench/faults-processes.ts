import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { processTree } from '../fixtures/processes.ts';
import { killTree } from '../fixtures/run-npm-start.ts';
import type { Trouble } from '../fixtures/random-trouble.ts';

export type FaultySystem = {
  readonly port: number;
  readonly dataDir: string;
  readonly trouble: Trouble;
  /** Whether all is well until it is told otherwise. */
  readonly isWellAtFirst?: boolean;
};

/** What can be killed: everything, the process that has edge, queues and store, either host of functions, the table. */
export const VICTIMS = ['tree', 'main', 'functions', 'jobs', 'table'] as const;
export type Victim = (typeof VICTIMS)[number];

export type RunningSystem = {
  readonly environment: Readonly<Record<string, string>>;
  /** Kills with SIGKILL. @returns false if there is no such process now */
  kill(victim: Victim): boolean;
  /** Whether its main process has ended. */
  readonly hasEnded: boolean;
  /** Resolves when its main process has ended. */
  readonly ended: Promise<unknown>;
  /** Ends the time in which all is well. */
  beginTrouble(): void;
  /** Invokes a function as a schedule does. */
  invoke(id: string, event: unknown): Promise<void>;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>;
};

/** Starts the system in a process of its own. @throws Error if it ends before it is ready */
export async function startFaultySystem(system: FaultySystem): Promise<RunningSystem> {
  const child = fork(path.join(import.meta.dirname, 'faults-system.ts'), [JSON.stringify(system)]);
  const pid = child.pid ?? 0;
  let hasEnded = false;
  const ended = once(child, 'exit').then(() => (hasEnded = true));
  const message = await Promise.race([once(child, 'message'), ended]);
  if (!Array.isArray(message)) throw new Error('The system ended before it was ready.');
  const { environment, invokeUrl } = message[0] as {
    environment: Record<string, string>;
    invokeUrl: string;
  };
  return {
    environment,
    get hasEnded() {
      return hasEnded;
    },
    ended,
    kill(victim) {
      if (hasEnded) return false;
      if (victim === 'tree') killTree(pid);
      else {
        const found = victim === 'main' ? pid : processTree(pid).find((each) => isVictim(each, victim));
        if (found === undefined) return false;
        process.kill(found, 'SIGKILL');
      }
      return true;
    },
    beginTrouble() {
      child.send('trouble');
    },
    async invoke(id, event) {
      const answer = await fetch(`${invokeUrl}/${id}`, { method: 'POST', body: JSON.stringify(event) });
      const { ok } = (await answer.json()) as { ok: boolean };
      if (!ok) throw new Error(`${id} failed.`);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The hosts of functions are told apart by the log that they write, the table by its program. */
function isVictim(pid: number, victim: Victim): boolean {
  try {
    if (victim === 'table') {
      const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return path.basename(program) === 'dynoxide';
    }
    return path.basename(readlinkSync(`/proc/${pid}/fd/1`)) === `${victim}.log`;
  } catch {
    return false;
  }
}
