import path from 'node:path';
import { openSqliteFile } from '../files/sqlite-file.ts';
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
  saveInternalState: (sessionId: string, state: InternalSessionState) => void;
  /** When something happens to a session by itself, in milliseconds since 1970. */
  setDue: (sessionId: string, dueMs: number | undefined) => void;
  listDue: (nowMs: number) => string[];
  addDelivery: (eventId: string, dueMs: number) => void;
  listDueDeliveries: (nowMs: number) => PendingDelivery[];
  /** @param nextMs undefined if it was accepted, or is given up */
  recordAttempt: (delivery: PendingDelivery, nextMs: number | undefined) => void;
  findResponse: (key: string, sinceMs: number) => StoredResponse | undefined;
  saveResponse: (key: string, response: StoredResponse, nowMs: number) => void;
  /** Atomic, even if the process is killed; may be nested. */
  transaction: <T>(work: () => T) => T;
  close: () => void;
};

// File and tables keep their first names, because folders of earlier versions hold their payments in them: `insides` are
// sessions' internal states, `owed` pending deliveries, `answers` stored responses.
const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, kind TEXT, body TEXT);
  CREATE TABLE IF NOT EXISTS insides (id TEXT PRIMARY KEY, body TEXT, due INTEGER);
  CREATE TABLE IF NOT EXISTS owed (id TEXT PRIMARY KEY, attempts INTEGER, due INTEGER);
  CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, fingerprint TEXT, status INTEGER, body TEXT, at INTEGER);
`;

export function openStripeDatabase(folder: string): StripeDatabase {
  const setup = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${TABLES}`;
  const file = openSqliteFile(path.join(folder, 'ledger.sqlite'), { setup, folderMode: 0o700 });
  const statement = (sql: string) => {
    const prepared = file.database.prepare(sql);
    return {
      one: (...values: Value[]) => prepared.get(...values),
      all: (...values: Value[]) => prepared.all(...values),
      run: (...values: Value[]) => prepared.run(...values),
    };
  };
  const { transaction, close } = file;
  return { ...objectRows(statement), ...dueRows(statement), ...responseRows(statement), transaction, close };
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
  const findState = statement('SELECT body FROM insides WHERE id = ?');
  const saveState = statement(
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
      const row = findState.one(id);
      if (!row) throw new Error(`The session ${id} is damaged.`);
      return read(row) as InternalSessionState;
    },
    saveInternalState: (id, value) => void saveState.run(id, JSON.stringify(value)),
  };
}

function dueRows(
  statement: Statement,
): Pick<StripeDatabase, 'setDue' | 'listDue' | 'addDelivery' | 'listDueDeliveries' | 'recordAttempt'> {
  const setDue = statement('UPDATE insides SET due = ? WHERE id = ?');
  const listDue = statement('SELECT id FROM insides WHERE due <= ? ORDER BY due');
  const add = statement('INSERT INTO owed (id, attempts, due) VALUES (?, 0, ?) ON CONFLICT (id) DO NOTHING');
  const listPending = statement('SELECT id, attempts FROM owed WHERE due <= ? ORDER BY due, rowid');
  const postpone = statement('UPDATE owed SET attempts = ?, due = ? WHERE id = ?');
  const remove = statement('DELETE FROM owed WHERE id = ?');
  return {
    setDue: (id, dueMs) => void setDue.run(dueMs ?? null, id),
    listDue: (nowMs) => listDue.all(nowMs).map((row) => String(row['id'])),
    addDelivery: (id, dueMs) => void add.run(id, dueMs),
    listDueDeliveries: (nowMs) =>
      listPending
        .all(nowMs)
        .map((row) => ({ eventId: String(row['id']), attempts: Number(row['attempts']) })),
    recordAttempt: ({ eventId, attempts }, nextMs) =>
      void (nextMs === undefined ? remove.run(eventId) : postpone.run(attempts + 1, nextMs, eventId)),
  };
}

function responseRows(statement: Statement): Pick<StripeDatabase, 'findResponse' | 'saveResponse'> {
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
