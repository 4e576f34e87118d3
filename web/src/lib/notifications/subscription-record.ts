import { type DBSchema, openDB } from 'idb';

/** What this browser is told of, as it was saved last. Its events share one subscription. */
export type SubscriptionRecord = {
  /** The browser's address at its push service. */
  readonly endpoint: string;
  /** `user:{id}` or `guest:{id}`: whose notifications these are. */
  readonly person: string;
  /** A guest's part of the calls; empty for an account. The worker has no localStorage to read it from. */
  readonly guest: { readonly guestId?: string; readonly token?: string };
  readonly eventIds: readonly string[];
};

/** Where the record is kept for pages and the worker alike. */
export type SubscriptionRecords = {
  read(): Promise<SubscriptionRecord | undefined>;
  /** Undefined takes it away. */
  write(record: SubscriptionRecord | undefined): Promise<void>;
};

interface Schema extends DBSchema {
  records: { key: string; value: SubscriptionRecord };
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
export const subscriptionRecords: SubscriptionRecords = {
  read: () => withDatabase((db) => db.get('records', KEY)),
  write: (record) =>
    withDatabase(async (db) => {
      await (record ? db.put('records', record, KEY) : db.delete('records', KEY));
    }),
};
