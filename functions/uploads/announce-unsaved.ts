import { sendDelayedMessage } from '../aws/send-message.ts';
import { arrivalsQueueUrl } from '../aws/settings.ts';
import type { PersonKey } from '../domain/caller.ts';
import { createdMessage } from '../domain/job-messages.ts';
import { incomingKey } from '../storage/object-keys.ts';
import { listUnsaved } from '../table/unsaved-uploads.ts';

/** By then the rows of these uploads are deleted, or the job that deletes them is repeated. */
const DELAY_SECONDS = 60;

/**
 * Has what arrived for a person's unsaved uploads removed, once the rows of these are gone. To be called before they
 * are deleted, so that whoever is interrupted finds them again. Safe to repeat.
 */
export async function announceUnsaved(person: PersonKey): Promise<void> {
  for (const uploadId of await listUnsaved(person)) {
    await sendDelayedMessage(arrivalsQueueUrl(), {
      body: createdMessage(incomingKey(uploadId)),
      group: person,
      delaySeconds: DELAY_SECONDS,
    });
  }
}
