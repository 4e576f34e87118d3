import { type DBSchema, openDB } from 'idb';

/** What this browser is told of, as it was saved last. Its events share one subscription. */
export type PushRecord = {
  /** The browser's address at its push service. */
  readonly endpoint: string;
  /** `user:{id}` or `guest:{id}`: whose news these are. */
  readonly person: string;
  /** A guest's part of the calls; empty for an account. The worker has no localStorage to read it from. */
  readonly guest: { readonly guestId?: string; readonly token?: string };
  readonly eventIds: readonly string[];
};

/** Where the record is kept for pages and the worker alike. */
export type PushRecords = {
  read(): Promise<PushRecord | undefined>;
  /** Undefined takes it away. */
  write(record: PushRecord | undefined): Promise<void>;
};

interface Schema extends DBSchema {
  records: { key: string; value: PushRecord };
}

const KEY = 'this browser';

async function withDatabase<T>(work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const open = () =>
  openDB<Schema>('push', 1, {
    upgrade(db) {
      db.createObjectStore('records');
    },
  });

/** The record in IndexedDB. */
export const pushRecords: PushRecords = {
  read: () => withDatabase((db) => db.get('records', KEY)),
  write: (record) =>
    withDatabase(async (db) => {
      await (record ? db.put('records', record, KEY) : db.delete('records', KEY));
    }),
};
