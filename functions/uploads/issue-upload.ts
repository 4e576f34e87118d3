import { unauthenticated } from '../domain/app-error.ts';
import { type Person, personKeyOf } from '../domain/caller.ts';
import { assertBelowUploadLimit } from '../domain/event-limits.ts';
import { personUploadLimit } from '../aws/settings.ts';
import { newId } from '../domain/ids.ts';
import type { EventWithAccess } from '../table/event-context.ts';
import { assertRoom } from '../table/membership-capacity.ts';
import { isPersonActive } from '../table/people.ts';
import { createUpload, deleteUpload } from '../table/uploads.ts';
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
 * looked at after the record is written, and not in one transaction with it: a phone asks for many uploads at
 * once, and all of these would meet at its person's row.
 * @throws AppError 401 if the person has just left
 */
export async function signUpload(
  person: Person,
  request: { eventId?: string; contentType?: string; fileSize?: number; once?: boolean },
  now: Date,
): Promise<{ url: string; objectPath: string }> {
  const [id, key] = [newId('upl'), personKeyOf(person)];
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
    throw unauthenticated();
  }
  const { contentType, fileSize: fileSizeBytes, once = false } = request;
  const url = await uploadUrl(id, { contentType, fileSizeBytes, once });
  return { url, objectPath: `/objects/uploads/${id}` };
}
