import { type DBSchema, openDB } from 'idb';

/** The events that this browser gets notifications of, as last saved. They share one subscription. */
export type SubscriptionRecord = {
  /** The browser's URL at its push service. */
  readonly endpoint: string;
  /** `user:{id}` or `guest:{id}`: whose notifications these are. */
  readonly person: string;
  /** Guest credentials; empty for a user. Stored here, because the service worker cannot read localStorage. */
  readonly guest: { readonly guestId?: string; readonly token?: string };
  readonly eventIds: readonly string[];
};

/** Storage of the record, shared by pages and the service worker. */
export type SubscriptionRecords = {
  read(): Promise<SubscriptionRecord | undefined>;
  /** Undefined deletes the record. */
  write(record: SubscriptionRecord | undefined): Promise<void>;
};

interface Schema extends DBSchema {
  records: { key: string; value: SubscriptionRecord };
}

const KEY = 'this browser';

async function withDatabase<T>(run: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open();
  try {
    return await run(db);
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
