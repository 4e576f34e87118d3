import type { DatabaseSync } from 'node:sqlite';

/** What is committed outlives a killed process and a power cut. */
const PRAGMAS = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;';

/**
 * A message is waiting from `visible_ms` on. Before that it is in flight if it has a receipt, else delayed. `group_id`:
 * its `MessageGroupId`; `is_noisy`: whether that group is a noisy neighbour, as this process knows it.
 */
const TABLE = `
  CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, queue TEXT NOT NULL, body TEXT NOT NULL,
    sent_ms INTEGER NOT NULL, visible_ms INTEGER NOT NULL, receive_count INTEGER NOT NULL DEFAULT 0,
    first_received_ms INTEGER, received_ms INTEGER, receipt TEXT UNIQUE
  ) STRICT;
`;

/** Columns that files of earlier releases lack. */
const LATER_COLUMNS = { group_id: 'TEXT', is_noisy: 'INTEGER NOT NULL DEFAULT 0' } as const;

// Nothing is noisy at a start: with the process its consumers have ended.
const INDEXES = `
  CREATE INDEX IF NOT EXISTS messages_by_visibility ON messages (queue, visible_ms, place);
  CREATE INDEX IF NOT EXISTS messages_by_turn ON messages (queue, is_noisy, visible_ms, place);
  CREATE INDEX IF NOT EXISTS messages_by_group ON messages (queue, group_id, visible_ms, place)
    WHERE group_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS messages_in_flight ON messages (queue, visible_ms) WHERE receipt IS NOT NULL;
  CREATE INDEX IF NOT EXISTS messages_by_age ON messages (queue, sent_ms);
  UPDATE messages SET is_noisy = 0 WHERE is_noisy = 1;
`;

export const MESSAGES_SETUP = `${PRAGMAS} ${TABLE}`;

/** Adds what a file of an earlier release lacks. */
export function completeMessagesTable(database: DatabaseSync): void {
  const known = new Set(
    database
      .prepare('PRAGMA table_info(messages)')
      .all()
      .map(({ name }) => name),
  );
  for (const [name, type] of Object.entries(LATER_COLUMNS))
    if (!known.has(name)) database.exec(`ALTER TABLE messages ADD COLUMN ${name} ${type}`);
  database.exec(INDEXES);
}

export type MessageStatements = ReturnType<typeof messageStatements>;

/** Every statement on messages. Each finds its rows by an index, however many messages wait. */
export const messageStatements = (database: DatabaseSync) => ({
  insert: database.prepare(
    `INSERT INTO messages (id, queue, body, sent_ms, visible_ms, group_id, is_noisy)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ),
  listQuiet: database.prepare(
    `SELECT * FROM messages WHERE queue = ? AND is_noisy = 0 AND visible_ms <= ?
      ORDER BY visible_ms, place LIMIT ?`,
  ),
  listOfGroup: database.prepare(
    `SELECT * FROM messages WHERE queue = ? AND group_id = ? AND visible_ms <= ?
      ORDER BY visible_ms, place LIMIT ?`,
  ),
  listInFlight: database.prepare(
    'SELECT group_id FROM messages WHERE queue = ? AND visible_ms > ? AND receipt IS NOT NULL',
  ),
  findWaiting: database.prepare(
    'SELECT 1 FROM messages WHERE queue = ? AND group_id = ? AND visible_ms <= ? LIMIT 1',
  ),
  markGroup: database.prepare('UPDATE messages SET is_noisy = ? WHERE queue = ? AND group_id = ?'),
  take: database.prepare(
    `UPDATE messages SET receipt = ?1, visible_ms = ?2, receive_count = ?3, received_ms = ?4,
      first_received_ms = COALESCE(first_received_ms, ?4) WHERE id = ?5`,
  ),
  giveUp: database.prepare(
    'UPDATE messages SET queue = ?, receipt = NULL, visible_ms = ?, is_noisy = 0 WHERE id = ?',
  ),
  forget: database.prepare('DELETE FROM messages WHERE queue = ? AND sent_ms <= ?'),
  find: database.prepare(
    'SELECT receive_count, received_ms, group_id FROM messages WHERE queue = ? AND receipt = ?',
  ),
  remove: database.prepare('DELETE FROM messages WHERE receipt = ?'),
  showAgain: database.prepare('UPDATE messages SET visible_ms = ?, receipt = NULL WHERE receipt = ?'),
  findInFlight: database.prepare(
    'SELECT received_ms FROM messages WHERE queue = ? AND receipt = ? AND visible_ms > ?',
  ),
  postpone: database.prepare('UPDATE messages SET visible_ms = ? WHERE receipt = ?'),
  skipInFlight: database.prepare(
    'SELECT 1 FROM messages WHERE queue = ? AND visible_ms > ? AND receipt IS NOT NULL LIMIT 1 OFFSET ?',
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
