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

/** Remembers which files this browser has uploaded to which event, so that a photo is not uploaded again another day. */
export function createSentFiles() {
  // In memory, too, in case storage is unavailable.
  const sentByThisPage = new Map<string, string>();
  const database = databaseConnection<Schema>('sent files', (db) => {
    db.createObjectStore('files');
  });
  return {
    async remember({ eventId, fingerprint }: FileInEvent, mediaId: string): Promise<void> {
      sentByThisPage.set(`${eventId} ${fingerprint}`, mediaId);
      try {
        await (await database()).put('files', mediaId, [eventId, fingerprint]);
      } catch {
        // Without storage, only this page knows.
      }
    },
    /** Deletes everything, after an account was deleted. */
    async forget(): Promise<void> {
      sentByThisPage.clear();
      await (await database()).clear('files');
    },
    /**
     * Whether the file is still in the event; deleted files can be uploaded again.
     * @throws CallError if the lookup fails without telling, as with a busy server
     */
    async isInEvent({ eventId, fingerprint }: FileInEvent): Promise<boolean> {
      const stored = () => database().then((db) => db.get('files', [eventId, fingerprint]));
      const mediaId =
        sentByThisPage.get(`${eventId} ${fingerprint}`) ?? (await stored().catch(() => undefined));
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
