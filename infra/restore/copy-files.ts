import { CopyObjectCommand } from '@aws-sdk/client-s3';
import { type BucketLocation, type FilesPosition, listFilesAt, type PastFile } from './list-files-at.ts';

/** S3's maximum for one call. Only archives are larger, and they are made again when asked for. */
const MOST_BYTES = 5 * 1024 ** 3;
const AT_ONCE = 16;

export type FilesCopied = {
  readonly copied: number;
  readonly bytes: number;
  readonly after: FilesPosition | undefined;
  /** Keys of files that are too large to copy. */
  readonly left: readonly string[];
};

/**
 * Copies the files that a bucket held at a given time into another bucket, with type and metadata; S3 copies,
 * no byte comes here. Existing files are copied again, so that a copy can be resumed from any position.
 * @returns a report after each copied page
 */
export async function* copyFiles(
  from: BucketLocation,
  to: BucketLocation,
  options: { at: Date; after?: FilesPosition },
): AsyncGenerator<FilesCopied> {
  for await (const { files, after } of listFilesAt(from, options)) {
    const small = files.filter(({ sizeBytes }) => sizeBytes <= MOST_BYTES);
    for (let at = 0; at < small.length; at += AT_ONCE) {
      await Promise.all(small.slice(at, at + AT_ONCE).map((file) => copyFile(from.bucket, to, file)));
    }
    yield {
      copied: small.length,
      bytes: small.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      after,
      left: files.filter((file) => !small.includes(file)).map(({ key }) => key),
    };
  }
}

async function copyFile(source: string, to: BucketLocation, { key, versionId }: PastFile): Promise<void> {
  const path = `${source}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const version = versionId === undefined ? '' : `?versionId=${encodeURIComponent(versionId)}`;
  await to.client.send(
    new CopyObjectCommand({ Bucket: to.bucket, Key: key, CopySource: `${path}${version}` }),
  );
}
