import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { queues } from '../../functions/manifest/queues.ts';
import type { RunningSystem } from './faults-processes.ts';

export type QueuedMessage = {
  readonly id: string;
  readonly queue: string;
  readonly body: string;
  /** Neither waiting nor in flight: it comes later. */
  readonly isDelayed: boolean;
};

const messagesFile = (dataDir: string): string => path.join(dataDir, 'queues/messages.sqlite');
const ledgerFile = (dataDir: string): string => path.join(dataDir, 'stripe/ledger.sqlite');

/** Every message of every queue, as its file has it. */
export function listMessages(dataDir: string): QueuedMessage[] {
  const rows = inFile(messagesFile(dataDir), (database) =>
    database.prepare('SELECT id, queue, body, visible_ms, receipt FROM messages').all(),
  );
  return rows.map(({ id, queue, body, visible_ms, receipt }) => ({
    id: String(id),
    queue: String(queue),
    body: String(body),
    isDelayed: receipt === null && Number(visible_ms) > Date.now(),
  }));
}

const isDead = ({ queue }: QueuedMessage): boolean => queue.endsWith('-dlq');

/** How many of Stripe's events its webhook has not accepted. */
const countDeliveries = (dataDir: string): number =>
  inFile(ledgerFile(dataDir), (database) => database.prepare('SELECT id FROM owed').all()).length;

/**
 * Makes what would come later come now, while the system does not run: a second look at a deleted event comes after a
 * quarter of an hour, what failed after minutes.
 */
function hurry(dataDir: string): void {
  inFile(messagesFile(dataDir), (database) => database.exec('UPDATE messages SET visible_ms = 0'));
  inFile(ledgerFile(dataDir), (database) => database.exec('UPDATE owed SET due = 0'));
}

/**
 * Sends dead letters back, as the operator does whom the alarm calls: a message whose worker was killed six times is one,
 * and nobody but this bench kills that often. What fails by itself is a dead letter again in the end.
 * @returns the queues that they are for
 */
function redrive(dataDir: string): string[] {
  const rows = inFile(messagesFile(dataDir), (database) =>
    database
      .prepare(
        `UPDATE messages SET queue = replace(queue, '-dlq', ''), receive_count = 0
          WHERE queue LIKE '%-dlq' OR receive_count >= ? RETURNING queue`,
      )
      // What has had its last delivery is moved only when it would have another one.
      .all(Math.min(...queues.map(({ maxReceiveCount }) => maxReceiveCount))),
  );
  return rows.map(({ queue }) => String(queue));
}

function inFile<T>(file: string, use: (database: DatabaseSync) => T): T {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const database = new DatabaseSync(file, { timeout: 10_000 });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Time travels at most; each has work of its own to do. */
const ROUNDS = 12;
/** Looks, half a second apart, that must find nothing to do, so that the table's stream has been read, too. */
const QUIET_LOOKS = 4;
const LOOK_MS = 500;
/** Looks without any progress after which what is left counts as left over. */
const PATIENCE_LOOKS = 240;

/**
 * Starts the system, and starts it anew at a later time, until all queues are empty and all jobs are done, those of
 * schedules included. What then still lies in a queue, or in a dead-letter queue, stays for the check.
 */
export async function settle(
  dataDir: string,
  start: () => Promise<RunningSystem>,
): Promise<{ running: RunningSystem; redriven: string[] }> {
  const redriven = redrive(dataDir);
  for (let round = 1; ; round += 1) {
    hurry(dataDir);
    const running = await start();
    await becomeIdle(dataDir);
    await running.invoke('repair-media', { olderThanSeconds: 0 });
    await running.invoke('reconcile-payments', {});
    await becomeIdle(dataDir);
    if (round === ROUNDS || listMessages(dataDir).every(isDead)) return { running, redriven };
    await running.stop();
  }
}

async function becomeIdle(dataDir: string): Promise<void> {
  let [quiet, still, before] = [0, 0, ''];
  while (quiet < QUIET_LOOKS && still < PATIENCE_LOOKS) {
    const busy = listMessages(dataDir).filter((message) => !message.isDelayed && !isDead(message));
    const now = JSON.stringify([busy.map(({ id }) => id), countDeliveries(dataDir)]);
    quiet = now === '[[],0]' ? quiet + 1 : 0;
    still = now === before ? still + 1 : 0;
    before = now;
    await pause(LOOK_MS);
  }
}
