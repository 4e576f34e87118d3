import { isAcceptedType } from '../../shared/values/media-types.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import { AppError } from './app-error.ts';

/** Checks what a client declares of a file before it is sent. @throws AppError 413 or 415 */
export function assertAcceptedFile(declared: { contentType?: string; fileSize?: number }): void {
  if (declared.fileSize !== undefined && declared.fileSize > MAX_FILE_BYTES) throw tooLarge();
  if (declared.contentType !== undefined && !isAcceptedType(declared.contentType)) throw unsupportedType();
}

export function tooLarge(): AppError {
  return new AppError('too-large', 'file_too_large', {
    message: `Files can have at most ${MAX_FILE_BYTES / 1024 / 1024}MB.`,
  });
}

export function unsupportedType(): AppError {
  return new AppError('unsupported-type', 'unsupported_media_type', {
    message: 'The file is not a supported media type, or not what it says it is.',
  });
}
