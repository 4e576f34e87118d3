import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

export type BucketLocation = { readonly client: S3Client; readonly bucket: string };

/** A file as it was at the given time. */
export type PastFile = {
  readonly key: string;
  /** Undefined if the bucket keeps no versions. */
  readonly versionId: string | undefined;
  readonly sizeBytes: number;
};

/** Where a listing continues: S3's markers, and the key whose version an earlier page already decided. */
export type FilesPosition = {
  readonly keyMarker?: string;
  readonly versionIdMarker?: string;
  readonly decidedKey?: string;
};

type Entry = { key: string; atMs: number; file: PastFile | undefined };

/**
 * The files that a bucket held at a given time, page by page in key order: of each key the newest version
 * that is no younger, or none if that is a delete marker. A bucket without versions yields what it holds now,
 * less what came later.
 */
export async function* listFilesAt(
  { client, bucket }: BucketLocation,
  { at, after = {} }: { at: Date; after?: FilesPosition },
): AsyncGenerator<{ files: PastFile[]; after: FilesPosition | undefined }> {
  let position: FilesPosition | undefined = after;
  while (position) {
    const { keyMarker, versionIdMarker, decidedKey }: FilesPosition = position;
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({
        Bucket: bucket,
        ...(keyMarker !== undefined && { KeyMarker: keyMarker }),
        // S3 refuses an empty one.
        ...(versionIdMarker && { VersionIdMarker: versionIdMarker }),
      }),
    );
    const entries = [
      ...(page.Versions ?? []).map((version) => toEntry(version, true)),
      ...(page.DeleteMarkers ?? []).map((marker) => toEntry(marker, false)),
    ];
    const { files, lastKey } = decide(entries, { at, decidedKey });
    position = page.IsTruncated
      ? {
          keyMarker: page.NextKeyMarker,
          versionIdMarker: page.NextVersionIdMarker,
          ...(lastKey !== undefined && { decidedKey: lastKey }),
        }
      : undefined;
    yield { files, after: position };
  }
}

type Listed = { Key?: string; VersionId?: string; LastModified?: Date; Size?: number };

function toEntry({ Key = '', VersionId, LastModified, Size = 0 }: Listed, isFile: boolean): Entry {
  const versionId = VersionId === 'null' ? undefined : VersionId;
  return {
    key: Key,
    atMs: LastModified?.getTime() ?? 0,
    file: isFile ? { key: Key, versionId, sizeBytes: Size } : undefined,
  };
}

/** The newest entry that is old enough decides its key, also for the pages that follow. */
function decide(entries: readonly Entry[], { at, decidedKey }: { at: Date; decidedKey?: string }) {
  const files: PastFile[] = [];
  const decided = new Set(decidedKey === undefined ? [] : [decidedKey]);
  // S3 lists versions apart from delete markers. Its times are whole seconds: within one, the file is kept.
  const sorted = entries.toSorted((a, b) => b.atMs - a.atMs || Number(!a.file) - Number(!b.file));
  for (const { key, atMs, file } of sorted) {
    if (atMs > at.getTime() || decided.has(key)) continue;
    decided.add(key);
    if (file) files.push(file);
  }
  const keys = entries.map(({ key }) => key);
  const last = keys.reduce<string | undefined>(
    (max, key) => (max === undefined || isAfter(key, max) ? key : max),
    undefined,
  );
  return { files, lastKey: last !== undefined && decided.has(last) ? last : undefined };
}

/** S3 orders keys by their UTF-8 bytes. */
function isAfter(a: string, b: string): boolean {
  return Buffer.compare(Buffer.from(a), Buffer.from(b)) > 0;
}
