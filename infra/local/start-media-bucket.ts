import path from 'node:path';
import {
  archiveExpiry,
  copyExpiry,
  notices,
  unfinishedUploadDays,
  pageCors,
  uploadExpiry,
} from '../stages/media-bucket-rules.ts';
import type { FaultInjection } from './s3/faults.ts';
import { startS3, type LocalS3 } from './s3/start-s3.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { LocalSecrets } from './ssm/secret-files.ts';
import { localNames } from './function-environment.ts';

const bucket = localNames.bucket;
const hourMs = 60 * 60 * 1000;
/** As in prod, deleted files are kept as old versions, but not for as long: this disk has to hold them. */
const oldVersionDays = 1;

/** The media bucket with its rules from AWS. Lifecycle rules are applied at the start and every hour. */
export async function startMediaBucket(input: {
  dataDir: string;
  siteUrl: string;
  secrets: LocalSecrets;
  cleanup: CleanupStack;
  now: () => Date;
  log: (line: string) => void;
  faults?: FaultInjection;
}): Promise<LocalS3> {
  const { cleanup, now, log } = input;
  const server = cleanup.add(
    await startS3({
      dataDir: path.join(input.dataDir, 'objects'),
      buckets: [bucket],
      credentials: [input.secrets.accessKey],
      region: localNames.region,
      cors: {
        allowedOrigins: [input.siteUrl],
        allowedMethods: pageCors.methods,
        allowedHeaders: pageCors.requestHeaders,
        exposedHeaders: pageCors.exposedHeaders,
        maxAgeSeconds: pageCors.maxAgeSeconds,
      },
      lifecycle: [
        { bucket, prefix: '', abortUploadsAfterDays: unfinishedUploadDays },
        ...[archiveExpiry, copyExpiry].map(({ prefix, days }) => ({ bucket, prefix, expireAfterDays: days })),
        {
          bucket,
          prefix: uploadExpiry.prefix,
          expireAfterDays: uploadExpiry.days,
          removeOldVersionsAfterDays: uploadExpiry.oldVersionDays,
        },
        { bucket, prefix: '', removeOldVersionsAfterDays: oldVersionDays, removesLoneMarkers: true },
      ],
      keepsVersions: true,
      notifyPrefixes: notices.map(({ prefix }) => prefix),
      now,
      log: (message, error) => log(error instanceof Error ? `${message} ${error.message}` : message),
      faults: input.faults,
    }),
    (started) => started.close(),
  );
  const sweep = (): void => {
    server
      .applyLifecycle({ now: now() })
      .catch((error: unknown) => log(`Old uploads stay: ${String(error)}`));
  };
  sweep();
  cleanup.add(setInterval(sweep, hourMs).unref(), clearInterval);
  return server;
}
