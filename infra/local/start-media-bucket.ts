import path from 'node:path';
import type { FaultInjection } from './s3/request-handler.ts';
import { startS3, type LocalS3 } from './s3/start-s3.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { LocalSecrets } from './ssm/secret-files.ts';
import { localNames } from './function-environment.ts';

const uploadDays = 7;
const archiveDays = 1;
const hourMs = 60 * 60 * 1000;

/**
 * The media bucket: browsers of the site may PUT to it, what was uploaded but never saved goes after a week, and ZIPs of
 * galleries go after a day. The rules are applied at the start and each hour.
 */
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
      buckets: [localNames.bucket],
      credentials: [input.secrets.accessKey],
      region: localNames.region,
      allowedOrigins: [input.siteUrl],
      lifecycle: [
        {
          bucket: localNames.bucket,
          prefix: 'incoming/',
          expireAfterDays: uploadDays,
          abortUploadsAfterDays: uploadDays,
        },
        {
          bucket: localNames.bucket,
          prefix: 'media/archives/',
          expireAfterDays: archiveDays,
          abortUploadsAfterDays: archiveDays,
        },
      ],
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
