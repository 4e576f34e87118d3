import { isAcceptedType } from '../../shared/values/media-types.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import { AppError } from '../domain/app-error.ts';
import { tooLarge, unsupportedType } from '../domain/file-refusals.ts';
import type { UploadRecord } from '../domain/records.ts';

/** What arrived for an upload. The ETag is that of its bytes; the version is undefined where none are kept. */
export type ArrivedFile = {
  readonly sizeBytes: number;
  readonly eTag: string;
  readonly versionId: string | undefined;
  readonly mimeType: string | undefined;
};

/** What checking an arrived file depends on. */
export type ArrivalDeps = {
  getUpload(uploadId: string): Promise<UploadRecord | undefined>;
  /** What the file's own bytes say; undefined if none has arrived. */
  arrivedFile(uploadId: string): Promise<ArrivedFile | undefined>;
  typesAgree(declared: string, found: string | undefined): boolean;
};

/**
 * Whether what arrived is what the client says it uploaded, and may be kept.
 * @returns the file, with the type of its own bytes
 * @throws AppError 400, 413 or 415
 */
export async function checkArrivedFile(
  deps: ArrivalDeps,
  { uploadId, ...said }: { uploadId: string; mimeType: string; fileSizeBytes: number },
): Promise<ArrivedFile & { mimeType: string }> {
  const file = await deps.arrivedFile(uploadId);
  if (!file) throw (await isRemovedAsTooLarge(deps, uploadId)) ? tooLarge() : fileMissing();
  if (file.sizeBytes > MAX_FILE_BYTES || said.fileSizeBytes > MAX_FILE_BYTES) throw tooLarge();
  if (file.sizeBytes === 0 || file.sizeBytes !== said.fileSizeBytes) {
    throw new AppError('invalid', 'size_mismatch', {
      message: 'The file did not arrive whole. Please upload it again.',
      issues: [{ path: 'fileSize', message: `${file.sizeBytes} bytes have arrived.` }],
    });
  }
  const { mimeType } = file;
  if (mimeType === undefined || !isAcceptedType(mimeType) || !deps.typesAgree(said.mimeType, mimeType)) {
    throw unsupportedType();
  }
  return { ...file, mimeType };
}

export function fileMissing(): AppError {
  return new AppError('invalid', 'file_missing', {
    message: 'The file has not arrived. Please upload it again.',
  });
}

/** It may have been removed since the upload was read. */
async function isRemovedAsTooLarge(deps: ArrivalDeps, uploadId: string): Promise<boolean> {
  return (await deps.getUpload(uploadId))?.isTooLarge ?? false;
}
