import { unauthenticated } from '../domain/app-error.ts';
import { sendMessage } from '../aws/send-message.ts';
import { type Person, type PersonKey, personKeyOf } from '../domain/caller.ts';
import { assertBelowUploadLimit } from '../domain/event-limits.ts';
import { arrivalsQueueUrl, personUploadLimit } from '../aws/settings.ts';
import { newId, uploadIdIn } from '../domain/ids.ts';
import { createdMessage } from '../domain/job-messages.ts';
import { uploadGivingWay } from '../domain/unsaved-uploads.ts';
import type { EventWithAccess } from '../table/event-context.ts';
import { assertRoom } from '../table/membership-capacity.ts';
import { isPersonActive } from '../table/people.ts';
import { countUnsaved, deleteUnsaved, uncountUnsaved } from '../table/unsaved-uploads.ts';
import { createUpload, deleteUpload, withdrawUpload } from '../table/uploads.ts';
import { incomingKey } from '../storage/object-keys.ts';
import { uploadUrl } from '../storage/upload-url.ts';

/**
 * Refuses before the upload what could not be saved after it. Asking takes no place: the item does.
 * @throws AppError 403 if the event is full or the person has reached the upload limit
 */
export async function assertRoomForUpload(
  { event, membership }: Pick<EventWithAccess, 'event' | 'membership'>,
  input: { person: Person; now: Date },
): Promise<void> {
  assertBelowUploadLimit(membership, personUploadLimit());
  if (!membership?.hasPlace) await assertRoom({ event, ...input });
}

/**
 * Issues an upload: records to whom and for which event, and signs a URL for it. Whether its person has left is
 * looked at after the records are written, and not in one transaction with them: a phone asks for many uploads at
 * once, and all of these would meet at its person's row.
 * @param request.replaces the path of an unsaved upload of the same person that this one takes the place of
 * @throws AppError 401 if the person has just left, 429 if they have too many unsaved ones
 */
export async function signUpload(
  person: Person,
  request: {
    eventId?: string;
    contentType?: string;
    fileSize?: number;
    once?: boolean;
    replaces?: string;
  },
  now: Date,
): Promise<{ url: string; objectPath: string }> {
  const id = newId('upl');
  const key = personKeyOf(person);
  if (request.replaces !== undefined) await giveWay(key, uploadIdIn(request.replaces));
  await takeRoom({ person: key, uploadId: id }, now);
  await createUpload({
    id,
    person: key,
    eventId: request.eventId ?? null,
    contentType: request.contentType ?? null,
    fileSizeBytes: request.fileSize ?? null,
    issuedAt: now.toISOString(),
    savedAs: null,
  });
  if (!(await isPersonActive(key))) {
    await deleteUpload(id);
    await deleteUnsaved(key);
    throw unauthenticated();
  }
  const { contentType, fileSize: fileSizeBytes, once = false } = request;
  const url = await uploadUrl(id, { contentType, fileSizeBytes, once });
  return { url, objectPath: `/objects/uploads/${id}` };
}

/** The oldest upload whose URL has expired gives way to a new one. */
async function takeRoom(upload: { person: PersonKey; uploadId: string }, now: Date): Promise<void> {
  for (;;) {
    const unsaved = await countUnsaved(upload, now);
    if (!unsaved) return;
    await giveWay(upload.person, uploadGivingWay(unsaved, now));
  }
}

/** Gives up a person's unsaved upload. One of somebody else, or that is saved, stays as it is. */
async function giveWay(person: PersonKey, uploadId: string): Promise<void> {
  await withdrawUpload(uploadId, person);
  if (!(await uncountUnsaved({ person, uploadId }))) return;
  // What has arrived for it is removed.
  await sendMessage(arrivalsQueueUrl(), {
    body: createdMessage(incomingKey(uploadId)),
    group: person,
  });
}
