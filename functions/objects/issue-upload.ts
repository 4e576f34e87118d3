import { type Person, personKeyOf } from '../domain/caller.ts';
import { newId } from '../platform/ids.ts';
import { createUpload } from '../table/uploads.ts';
import { uploadUrl } from './uploads.ts';

/** Hands out an upload: notes to whom and for which event, and signs a URL for it. */
export async function issueUploadTo(
  person: Person,
  wish: { eventId?: string; contentType?: string; fileSize?: number },
  now: Date,
): Promise<{ url: string; objectPath: string }> {
  const id = newId('upl');
  await createUpload({
    id,
    person: personKeyOf(person),
    eventId: wish.eventId ?? null,
    contentType: wish.contentType ?? null,
    fileSizeBytes: wish.fileSize ?? null,
    issuedAt: now.toISOString(),
    savedAs: null,
  });
  const url = await uploadUrl(id, { contentType: wish.contentType, fileSizeBytes: wish.fileSize });
  return { url, objectPath: `/objects/uploads/${id}` };
}
