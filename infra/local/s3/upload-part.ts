import { MAX_PART_NUMBER, requireUpload } from './multipart-upload.ts';
import { quoted } from './object-headers.ts';
import { type S3Response, type S3Request, readCount } from './operation.ts';
import { S3Error } from './s3-error.ts';
import type { PartRow } from './upload-rows.ts';

/** UploadPart. A part sent again replaces the one before. @throws S3Error as PutObject, NoSuchUpload */
export async function uploadPart(call: S3Request): Promise<S3Response> {
  const limits = { name: 'partNumber', fallback: 0, min: 1, max: MAX_PART_NUMBER };
  const number = readCount(call.query, limits);
  const { id: uploadId } = requireUpload(call);
  const body = call.body();
  const blobId = await call.files.write(body.chunks);
  const { sizeBytes, md5Hex } = body.receipt();
  const part = { uploadId, number, blobId, sizeBytes, eTag: md5Hex, modifiedMs: call.now().getTime() };
  await savePart(call, part);
  return { status: 200, headers: { etag: quoted(md5Hex) } };
}

async function savePart(call: S3Request, part: PartRow): Promise<void> {
  const outdated = call.metadataDatabase.transaction(() => {
    // Aborted or completed while the bytes arrived: they belong to nothing then.
    if (!call.uploads.find(part.uploadId)) return part.blobId;
    const previous = call.uploads.findPart(part);
    call.uploads.savePart(part);
    return previous?.blobId;
  });
  if (outdated !== undefined) await call.objects.discard([outdated]);
  if (outdated === part.blobId) throw new S3Error('NoSuchUpload');
}
