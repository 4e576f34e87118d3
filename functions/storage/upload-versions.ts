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

/** Everything that is kept of one upload. */
export async function listVersionsOf(uploadId: string): Promise<ArrivedVersion[]> {
  const found: ArrivedVersion[] = [];
  for await (const page of pagesBelow(incomingKey(uploadId))) found.push(...page);
  return found.filter((version) => version.uploadId === uploadId);
}

/** Everything that is kept of all uploads, up to a thousand at a time. */
export const listAllVersions = (): AsyncGenerator<ArrivedVersion[]> => pagesBelow(incomingKey(''));

async function* pagesBelow(prefix: string): AsyncGenerator<ArrivedVersion[]> {
  let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (after) {
    const page: ListObjectVersionsOutput = await s3Client().send(
      new ListObjectVersionsCommand({ Bucket: mediaBucket(), Prefix: prefix, ...after }),
    );
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
