import { uploaderTexts } from '../messages.ts';
import { MAX_FILE_BYTES, MAX_FILES } from '../values/file-limits.ts';

/** What an uploader accepts. What is left out is not restricted. */
export type UploadRestrictions = {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly minFiles?: number;
  readonly minFileBytes?: number;
  /** Of all files together. */
  readonly maxTotalBytes?: number;
  /** MIME types. */
  readonly allowedTypes?: readonly string[];
  /** Fields that each file needs. */
  readonly requiredMeta?: readonly string[];
};

/** The default restrictions. */
export const SIMPLE_UPLOADER: UploadRestrictions = { maxFiles: 10, maxFileBytes: 10_485_760 };

/** The restrictions of the upload dialog. Empty files are refused. */
export const MEDIA_UPLOADER: UploadRestrictions = {
  maxFiles: MAX_FILES,
  maxFileBytes: MAX_FILE_BYTES,
  minFileBytes: 1,
};

export type FileFacts = {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly meta?: Readonly<Record<string, string>>;
};

/** Why a file is refused on its own; undefined where it is accepted. */
export function fileRefusal(file: FileFacts, restrictions: UploadRestrictions): string | undefined {
  const { allowedTypes, maxFileBytes, minFileBytes = 0 } = restrictions;
  if (allowedTypes && !allowedTypes.includes(file.type)) {
    return uploaderTexts.onlyTypes(allowedTypes.join(', '));
  }
  if (file.size > maxFileBytes) return uploaderTexts.fileTooLarge(file.name, sizeText(maxFileBytes));
  return file.size < minFileBytes ? uploaderTexts.fileTooSmall(sizeText(minFileBytes)) : undefined;
}

/** Why no further file is accepted; undefined where one is. */
export function countRefusal(selected: number, { maxFiles }: UploadRestrictions): string | undefined {
  return selected >= maxFiles ? uploaderTexts.maxFiles(maxFiles) : undefined;
}

/** Why a selection cannot be sent; undefined where it can. */
export function selectionRefusal(
  files: readonly FileFacts[],
  { minFiles = 0, maxTotalBytes = Infinity, requiredMeta = [] }: UploadRestrictions,
): string | undefined {
  if (files.length < minFiles) return uploaderTexts.minFiles(minFiles);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > maxTotalBytes) return uploaderTexts.totalTooLarge(sizeText(total), sizeText(maxTotalBytes));
  const isComplete = files.every(({ meta }) => requiredMeta.every((field) => Boolean(meta?.[field])));
  return isComplete ? undefined : uploaderTexts.missingMeta;
}

const UNITS = [
  [1024 * 1024, 'MB'],
  [1024, 'KB'],
] as const;

/** `"1 byte"`, `"512 bytes"`, `"1.5 KB"`, `"10 MB"`. */
function sizeText(bytes: number): string {
  const [unit, name] = UNITS.find(([unit]) => bytes >= unit) ?? [1, bytes === 1 ? 'byte' : 'bytes'];
  return `${Math.round((bytes / unit) * 10) / 10} ${name}`;
}
