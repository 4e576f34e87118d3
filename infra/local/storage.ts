import path from 'node:path';
import type { FaultInjection } from './object-server/request-handler.ts';
import { startObjectServer, type ObjectServer } from './object-server/object-server.ts';
import type { Opened } from './opened.ts';
import type { LocalSecrets } from './secrets.ts';
import { names } from './environment.ts';

const uploadDays = 7;
const archiveDays = 1;
const hourMs = 60 * 60 * 1000;

/**
 * The media bucket: browsers of the site may PUT to it, what was uploaded but never saved goes after a week, and ZIPs of
 * galleries go after a day. The rules are applied at the start and each hour.
 */
export async function startStorage(input: {
  dataDir: string;
  siteUrl: string;
  secrets: LocalSecrets;
  opened: Opened;
  now: () => Date;
  log: (line: string) => void;
  faults?: FaultInjection;
}): Promise<ObjectServer> {
  const { opened, now, log } = input;
  const server = opened.add(
    await startObjectServer({
      dataDir: path.join(input.dataDir, 'objects'),
      buckets: [names.bucket],
      credentials: [input.secrets.accessKey],
      region: names.region,
      allowedOrigins: [input.siteUrl],
      lifecycle: [
        {
          bucket: names.bucket,
          prefix: 'incoming/',
          expireAfterDays: uploadDays,
          abortUploadsAfterDays: uploadDays,
        },
        {
          bucket: names.bucket,
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
  opened.add(setInterval(sweep, hourMs).unref(), clearInterval);
  return server;
}
