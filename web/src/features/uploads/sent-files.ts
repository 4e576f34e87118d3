import type { DBSchema } from 'idb';
import { call, statusOf } from '../../lib/call.ts';
import { guestFields, readGuest } from '../../lib/guest-credentials.ts';
import { databaseConnection } from './database-connection.ts';
import type { UploadJob } from './queue/upload-job.ts';
import { isRetryable } from './queue/classify-response.ts';

interface Schema extends DBSchema {
  files: { key: [eventId: string, fingerprint: string]; value: string };
}

type FileInEvent = Pick<UploadJob, 'eventId' | 'fingerprint'>;

/** What this browser has brought into which event, so that the same photo is not sent again on another day. */
export function createSentFiles() {
  // What this page has sent is known without storage, too.
  const sentHere = new Map<string, string>();
  const database = databaseConnection<Schema>('sent files', (db) => {
    db.createObjectStore('files');
  });
  return {
    /** Notes a saved file. */
    async remember({ eventId, fingerprint }: FileInEvent, mediaId: string): Promise<void> {
      sentHere.set(`${eventId} ${fingerprint}`, mediaId);
      try {
        await (await database()).put('files', mediaId, [eventId, fingerprint]);
      } catch {
        // Without storage the next page does not know it.
      }
    },
    /** Forgets all of it, for whoever leaves for good. */
    async forget(): Promise<void> {
      sentHere.clear();
      await (await database()).clear('files');
    },
    /**
     * Whether the event still has it: what was deleted since can be sent again.
     * @throws CallError where nobody answers that: a busy server says nothing of the file
     */
    async isInEvent({ eventId, fingerprint }: FileInEvent): Promise<boolean> {
      const kept = () => database().then((db) => db.get('files', [eventId, fingerprint]));
      const mediaId = sentHere.get(`${eventId} ${fingerprint}`) ?? (await kept().catch(() => undefined));
      if (mediaId === undefined) return false;
      try {
        await call('GET /api/media/{mediaId}', { params: { mediaId }, query: guestFields(readGuest()) });
        return true;
      } catch (error) {
        if (isRetryable(statusOf(error))) throw error;
        return false;
      }
    },
  };
}
