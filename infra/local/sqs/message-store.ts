import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { openSqliteFile } from '../files/sqlite-file.ts';
import type { Queue } from './queue-definition.ts';

// A message is waiting from `visible_ms` on. Before that it is in flight if it has a receipt, else delayed.
const SETUP = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, queue TEXT NOT NULL, body TEXT NOT NULL,
    sent_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL, receive_count INTEGER NOT NULL DEFAULT 0,
    first_received_ms INTEGER, receipt TEXT UNIQUE
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_ms, place);
  CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_ms);
`;

export type ReceivedMessage = {
  readonly id: string;
  readonly body: string;
  readonly receipt: string;
  readonly sentMs: number;
  /** Across the queue and its dead-letter queue, this time included. */
  readonly receiveCount: number;
  readonly firstReceivedMs: number;
};

export type MessageCounts = { readonly waiting: number; readonly inFlight: number; readonly delayed: number };

export type MessageStore = {
  /** @returns the message's id */
  send(queue: Queue, message: { body: string; delaySeconds: number }): string;
  /** Messages that were received too often go to the dead-letter queue instead. */
  receive(queue: Queue, how: { atMost: number; visibilitySeconds: number }): ReceivedMessage[];
  /** Does nothing for a receipt that is no longer the message's last one. */
  remove(queue: Queue, receipt: string): void;
  /** @returns false if the message is not in flight by this receipt */
  changeVisibility(queue: Queue, change: { receipt: string; seconds: number }): boolean;
  /** Makes all messages in flight visible. */
  release(queue: Queue): void;
  count(queue: Queue): MessageCounts;
  /** When the next message becomes visible, in milliseconds since 1970; undefined if there is none. */
  nextVisibleMs(queue: Queue): number | undefined;
  /** Atomic, even if the process is killed; may be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
};

type StoreOptions = {
  /** Everything is kept here. */
  readonly folder: string;
  readonly now: () => number;
  /** Called with a queue's name when messages may have become visible in it. */
  readonly onVisible: (queue: string) => void;
};

const row = z.object({
  id: z.string(),
  body: z.string(),
  sent_ms: z.number(),
  receive_count: z.number(),
  first_received_ms: z.nullable(z.number()),
});
const counted = z.object({ waiting: z.number(), in_flight: z.number(), delayed: z.number() });
const earliest = z.object({ visible_ms: z.nullable(z.number()) });

const statementsOf = (database: DatabaseSync) => ({
  insert: database.prepare(
    'INSERT INTO messages (id, queue, body, sent_ms, visible_ms) VALUES (?, ?, ?, ?, ?)',
  ),
  listVisible: database.prepare(
    'SELECT * FROM messages WHERE queue = ? AND visible_ms <= ? ORDER BY visible_ms, place LIMIT ?',
  ),
  take: database.prepare(
    'UPDATE messages SET receipt = ?, visible_ms = ?, receive_count = ?, first_received_ms = ? WHERE id = ?',
  ),
  giveUp: database.prepare('UPDATE messages SET queue = ?, receipt = NULL, visible_ms = ? WHERE id = ?'),
  forget: database.prepare('DELETE FROM messages WHERE queue = ? AND sent_ms <= ?'),
  remove: database.prepare('DELETE FROM messages WHERE queue = ? AND receipt = ?'),
  postpone: database.prepare(
    'UPDATE messages SET visible_ms = ? WHERE queue = ? AND receipt = ? AND visible_ms > ?',
  ),
  release: database.prepare(
    'UPDATE messages SET visible_ms = ?1 WHERE queue = ?2 AND receipt IS NOT NULL AND visible_ms > ?1',
  ),
  count: database.prepare(
    `SELECT COALESCE(SUM(visible_ms <= ?1), 0) AS waiting,
      COALESCE(SUM(visible_ms > ?1 AND receipt IS NOT NULL), 0) AS in_flight,
      COALESCE(SUM(visible_ms > ?1 AND receipt IS NULL), 0) AS delayed FROM messages WHERE queue = ?2`,
  ),
  next: database.prepare('SELECT MIN(visible_ms) AS visible_ms FROM messages WHERE queue = ?'),
});

/** Opens the messages of all queues. Every change is durable when its call returns. */
export function openMessageStore({ folder, now, onVisible }: StoreOptions): MessageStore {
  const { database, transaction, close } = openSqliteFile(path.join(folder, 'messages.sqlite'), {
    setup: SETUP,
    folderMode: 0o700,
  });
  const statements = statementsOf(database);

  const forgetOld = ({ name, retentionSeconds }: Queue) =>
    statements.forget.run(name, now() - retentionSeconds * 1000);

  function takeOne(message: z.output<typeof row>, hiddenMs: number): ReceivedMessage {
    const [receipt, receiveCount] = [randomUUID(), message.receive_count + 1];
    const firstReceivedMs = message.first_received_ms ?? now();
    statements.take.run(receipt, now() + hiddenMs, receiveCount, firstReceivedMs, message.id);
    const { id, body, sent_ms: sentMs } = message;
    return { id, body, receipt, sentMs, receiveCount, firstReceivedMs };
  }

  function takeVisible(queue: Queue, atMost: number, hiddenMs: number): ReceivedMessage[] {
    const { redrive } = queue;
    for (;;) {
      const visible = statements.listVisible.all(queue.name, now(), atMost).map((each) => row.parse(each));
      const [alive, dead] = [[], []] as [typeof visible, typeof visible];
      for (const each of visible)
        (redrive && each.receive_count >= redrive.maxReceiveCount ? dead : alive).push(each);
      for (const { id } of dead) statements.giveUp.run(redrive?.dlq ?? queue.name, now(), id);
      if (redrive && dead.length > 0) onVisible(redrive.dlq);
      if (alive.length > 0 || dead.length === 0) return alive.map((each) => takeOne(each, hiddenMs));
    }
  }

  return {
    send(queue, { body, delaySeconds }) {
      const id = randomUUID();
      statements.insert.run(id, queue.name, body, now(), now() + delaySeconds * 1000);
      onVisible(queue.name);
      return id;
    },
    receive: (queue, { atMost, visibilitySeconds }) =>
      transaction(() => {
        forgetOld(queue);
        return takeVisible(queue, atMost, visibilitySeconds * 1000);
      }),
    remove: ({ name }, receipt) => void statements.remove.run(name, receipt),
    changeVisibility({ name }, { receipt, seconds }) {
      const isInFlight = statements.postpone.run(now() + seconds * 1000, name, receipt, now()).changes > 0;
      if (isInFlight) onVisible(name);
      return isInFlight;
    },
    release({ name }) {
      statements.release.run(now(), name);
      onVisible(name);
    },
    count(queue) {
      forgetOld(queue);
      const {
        waiting,
        in_flight: inFlight,
        delayed,
      } = counted.parse(statements.count.get(now(), queue.name));
      return { waiting, inFlight, delayed };
    },
    nextVisibleMs: ({ name }) => earliest.parse(statements.next.get(name)).visible_ms ?? undefined,
    transaction,
    close,
  };
}
