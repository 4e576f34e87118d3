import type { MetadataDatabase } from './metadata-database.ts';
import type { ObjectCreated } from './object-created.ts';

/** Events that were not delivered yet. They outlive a killed process, as S3's notifications do. */
export type UndeliveredEvents = {
  /** Called in the transaction that makes the object. @returns forgets the event, once it is delivered */
  add(event: ObjectCreated): () => void;
  /** Oldest first. */
  list(): { event: ObjectCreated; forget: () => void }[];
};

/** @param isKept whether a key's events must be delivered */
export function undeliveredEvents(
  { database }: MetadataDatabase,
  isKept: (key: string) => boolean,
): UndeliveredEvents {
  const add = database.prepare('INSERT INTO undelivered_events (event) VALUES (?)');
  const remove = database.prepare('DELETE FROM undelivered_events WHERE number = ?');
  const list = database.prepare('SELECT number, event FROM undelivered_events ORDER BY number');
  const forgetting = (number: number | bigint) => () => void remove.run(number);
  return {
    add: (event) =>
      isKept(event.key) ? forgetting(add.run(JSON.stringify(event)).lastInsertRowid) : () => undefined,
    list: () =>
      list.all().map(({ number, event }) => {
        const stored = JSON.parse(String(event)) as ObjectCreated;
        return { event: { ...stored, time: new Date(stored.time) }, forget: forgetting(Number(number)) };
      }),
  };
}
