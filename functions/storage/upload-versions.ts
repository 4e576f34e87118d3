import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsOutput,
} from '@aws-sdk/client-s3';
import { s3Client } from '../aws/clients.ts';
import { mediaBucket } from '../aws/settings.ts';
import { incomingKey, uploadOfKey } from './object-keys.ts';

/**
 * One version of what arrived for an upload, or a delete marker, which has no size. A bucket that keeps no versions
 * lists each object as its only one, with the id `null`.
 */
export type ArrivedVersion = {
  readonly uploadId: string;
  readonly versionId: string;
  readonly isLatest: boolean;
  readonly sizeBytes: number | undefined;
  readonly arrivedAt: Date;
};

/** The newest versions of one upload, a thousand at most, and whether there are more: S3 lists the newest first. */
export async function listNewestVersions(
  uploadId: string,
): Promise<{ versions: ArrivedVersion[]; isMore: boolean }> {
  const page = await listPage(incomingKey(uploadId));
  const versions = versionsOf(page).filter((version) => version.uploadId === uploadId);
  return { versions, isMore: page.IsTruncated === true };
}

type After = { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined };

const listPage = (prefix: string, after: After = {}): Promise<ListObjectVersionsOutput> =>
  s3Client().send(new ListObjectVersionsCommand({ Bucket: mediaBucket(), Prefix: prefix, ...after }));

/**
 * Everything that is kept of all uploads, up to a thousand at a time.
 * @param uploadId to begin after it; undefined for the first
 */
export async function* listAllVersions(uploadId: string | undefined): AsyncGenerator<ArrivedVersion[]> {
  let after: After | undefined = uploadId === undefined ? {} : { KeyMarker: incomingKey(uploadId) };
  while (after) {
    const page: ListObjectVersionsOutput = await listPage(incomingKey(''), after);
    yield versionsOf(page);
    after = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}

function versionsOf({ Versions = [], DeleteMarkers = [] }: ListObjectVersionsOutput): ArrivedVersion[] {
  const listed = [...Versions, ...DeleteMarkers.map((marker) => ({ ...marker, Size: undefined }))];
  return listed.flatMap(({ Key = '', VersionId, IsLatest = false, Size, LastModified }) => {
    const uploadId = uploadOfKey(Key);
    if (uploadId === undefined || VersionId === undefined || !LastModified) return [];
    return [{ uploadId, versionId: VersionId, isLatest: IsLatest, sizeBytes: Size, arrivedAt: LastModified }];
  });
}

/** Removes versions for good. Safe to repeat. */
export async function removeVersions(versions: readonly ArrivedVersion[]): Promise<void> {
  for (let start = 0; start < versions.length; start += 1000) {
    const Objects = versions
      .slice(start, start + 1000)
      .map(({ uploadId, versionId }) => ({ Key: incomingKey(uploadId), VersionId: versionId }));
    const { Errors = [] } = await s3Client().send(
      new DeleteObjectsCommand({ Bucket: mediaBucket(), Delete: { Objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`Uploads could not be removed: ${Errors[0]?.Code}`);
  }
}
