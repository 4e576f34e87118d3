import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { InternalSessionState, StripeEvent, StripeObject } from './stripe-objects.ts';

type Kind = StripeObject['object'] | 'event';
type ObjectOf<K extends Kind> = K extends 'event' ? StripeEvent : Extract<StripeObject, { object: K }>;

/** A delivery that the webhook has not accepted yet. */
export type PendingDelivery = { readonly eventId: string; readonly attempts: number };

export type StoredResponse = { fingerprint: string; status: number; body: string };

export type StripeDatabase = {
  find: <K extends Kind>(kind: K, id: string) => ObjectOf<K> | undefined;
  /** Oldest first. */
  list: <K extends Kind>(kind: K) => ObjectOf<K>[];
  save: (object: StripeObject | StripeEvent) => void;
  internalState: (sessionId: string) => InternalSessionState;
  saveInternalState: (sessionId: string, inside: InternalSessionState) => void;
  /** When something happens to a session by itself, in milliseconds since 1970. */
  setDue: (sessionId: string, dueMs: number | undefined) => void;
  listDue: (nowMs: number) => string[];
  addDelivery: (eventId: string, dueMs: number) => void;
  listDueDeliveries: (nowMs: number) => PendingDelivery[];
  /** @param nextMs undefined if it was accepted, or is given up */
  recordAttempt: (owed: PendingDelivery, nextMs: number | undefined) => void;
  findResponse: (key: string, sinceMs: number) => StoredResponse | undefined;
  saveResponse: (key: string, answer: StoredResponse, nowMs: number) => void;
  /** Atomic, even if the process is killed; may be nested. */
  transaction: <T>(work: () => T) => T;
  close: () => void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, kind TEXT, body TEXT);
  CREATE TABLE IF NOT EXISTS insides (id TEXT PRIMARY KEY, body TEXT, due INTEGER);
  CREATE TABLE IF NOT EXISTS owed (id TEXT PRIMARY KEY, attempts INTEGER, due INTEGER);
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT, status INTEGER, body TEXT, at INTEGER);
`;

export function openStripeDatabase(folder: string): StripeDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path.join(folder, 'ledger.sqlite'));
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${TABLES}`);
  const statement = (sql: string) => {
    const prepared = database.prepare(sql);
    return {
      one: (...values: Value[]) => prepared.get(...values),
      all: (...values: Value[]) => prepared.all(...values),
      run: (...values: Value[]) => prepared.run(...values),
    };
  };
  return { ...objectRows(statement), ...dueRows(statement), ...answerRows(statement), ...whole(database) };
}

type Value = string | number | null;
type Row = Record<string, unknown>;
type Statement = (sql: string) => {
  one: (...values: Value[]) => Row | undefined;
  all: (...values: Value[]) => Row[];
  run: (...values: Value[]) => unknown;
};

const read = (row: Row): unknown => JSON.parse(String(row['body']));

function objectRows(
  statement: Statement,
): Pick<StripeDatabase, 'find' | 'list' | 'save' | 'internalState' | 'saveInternalState'> {
  const find = statement('SELECT body FROM objects WHERE kind = ? AND id = ?');
  const list = statement('SELECT body FROM objects WHERE kind = ? ORDER BY place');
  const save = statement(
    'INSERT INTO objects (id, kind, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  );
  const inside = statement('SELECT body FROM insides WHERE id = ?');
  const saveInside = statement(
    'INSERT INTO insides (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
  );
  return {
    find: <K extends Kind>(kind: K, id: string) => {
      const row = find.one(kind, id);
      return row && (read(row) as ObjectOf<K>);
    },
    list: <K extends Kind>(kind: K) => list.all(kind).map((row) => read(row) as ObjectOf<K>),
    save: (object) => void save.run(object.id, object.object, JSON.stringify(object)),
    internalState: (id) => {
      const row = inside.one(id);
      if (!row) throw new Error(`The session ${id} is damaged.`);
      return read(row) as InternalSessionState;
    },
    saveInternalState: (id, value) => void saveInside.run(id, JSON.stringify(value)),
  };
}

function dueRows(
  statement: Statement,
): Pick<StripeDatabase, 'setDue' | 'listDue' | 'addDelivery' | 'listDueDeliveries' | 'recordAttempt'> {
  const setDue = statement('UPDATE insides SET due = ? WHERE id = ?');
  const listDue = statement('SELECT id FROM insides WHERE due <= ? ORDER BY due');
  const owe = statement('INSERT INTO owed (id, attempts, due) VALUES (?, 0, ?) ON CONFLICT (id) DO NOTHING');
  const listOwed = statement('SELECT id, attempts FROM owed WHERE due <= ? ORDER BY due, rowid');
  const later = statement('UPDATE owed SET attempts = ?, due = ? WHERE id = ?');
  const settle = statement('DELETE FROM owed WHERE id = ?');
  return {
    setDue: (id, dueMs) => void setDue.run(dueMs ?? null, id),
    listDue: (nowMs) => listDue.all(nowMs).map((row) => String(row['id'])),
    addDelivery: (id, dueMs) => void owe.run(id, dueMs),
    listDueDeliveries: (nowMs) =>
      listOwed.all(nowMs).map((row) => ({ eventId: String(row['id']), attempts: Number(row['attempts']) })),
    recordAttempt: ({ eventId, attempts }, nextMs) =>
      void (nextMs === undefined ? settle.run(eventId) : later.run(attempts + 1, nextMs, eventId)),
  };
}

function answerRows(statement: Statement): Pick<StripeDatabase, 'findResponse' | 'saveResponse'> {
  const find = statement('SELECT fingerprint, status, body FROM answers WHERE key = ? AND at >= ?');
  const keep = statement(
    'INSERT OR REPLACE INTO answers (key, fingerprint, status, body, at) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    findResponse: (key, sinceMs) => {
      const row = find.one(key, sinceMs);
      return (
        row && {
          fingerprint: String(row['fingerprint']),
          status: Number(row['status']),
          body: String(row['body']),
        }
      );
    },
    saveResponse: (key, { fingerprint, status, body }, nowMs) =>
      void keep.run(key, fingerprint, status, body, nowMs),
  };
}

function whole(database: DatabaseSync): Pick<StripeDatabase, 'transaction' | 'close'> {
  return {
    transaction: (work) => {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}
