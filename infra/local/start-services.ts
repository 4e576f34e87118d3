import { randomUUID } from 'node:crypto';
import { callbackUrl, signedOutUrl } from '../../functions/sign-in/sign-in-config.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { stripeWebhook } from '../../shared/contract/payments.ts';
import { startAppSync } from './appsync/start-appsync.ts';
import { startInvalidationApi } from './cloudfront/invalidation-api.ts';
import { localNames } from './function-environment.ts';
import { startCognito } from './cognito/start-cognito.ts';
import { startManifestQueues } from './start-triggers.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import { startPushService } from './web-push-service/start-push-service.ts';
import { openSecrets } from './ssm/secret-files.ts';
import { startSsm } from './ssm/start-ssm.ts';
import { startMediaBucket } from './start-media-bucket.ts';
import { startStripe } from './stripe/start-stripe.ts';
import type { SystemOptions } from './system.ts';
import { startTable } from './dynamodb/start-table.ts';
import { tableSettings } from './dynamodb/table-settings.ts';

/** What every part of a starting system needs. */
export type SystemContext = {
  readonly options: SystemOptions;
  readonly dataDir: string;
  readonly logsDir: string;
  readonly cleanup: CleanupStack;
  readonly log: (line: string) => void;
};

export const now = (): Date => new Date();

/** The running doubles, and the secrets that they and functions share. */
export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts the doubles, each on a free port; what was started is cleaned up even if a later one fails. */
export async function startServices({ options, dataDir, cleanup, log }: SystemContext, siteUrl: string) {
  const secrets = await openSecrets(dataDir);
  const signed = { accessKey: secrets.accessKey, region: localNames.region, now };
  const table = cleanup.add(
    await startTable({
      dataDir,
      tableName: localNames.table,
      log,
      now: Date.now,
      settings: { ...tableSettings(process.env), ...options.table },
      faults: options.tableFaults,
    }),
    (started) => started.close(),
  );
  const s3 = await startMediaBucket({
    dataDir,
    siteUrl,
    secrets,
    cleanup,
    now,
    log,
    faults: options.faults,
  });
  const { deliversTwice } = options;
  const sqs = cleanup.add(
    await startManifestQueues({ rows: functions, queues, dataDir, log, deliversTwice }),
    (started) => started.close(),
  );
  const cognito = cleanup.add(
    await startCognito({
      dataDir,
      clientId: localNames.userPoolClientId,
      callbackUrl: callbackUrl(siteUrl),
      logoutUrl: signedOutUrl(siteUrl),
      log,
      ...signed,
    }),
    (started) => started.close(),
  );
  const cloudfront = cleanup.add(
    await startInvalidationApi({ ...signed, distributionId: localNames.distributionId, newId: randomUUID }),
    (started) => started.close(),
  );
  const stripe = cleanup.add(
    await startStripe({
      dataDir,
      ...secrets.stripe,
      webhookUrl: `${siteUrl}${stripeWebhook.path}`,
      now,
      log,
    }),
    (started) => started.close(),
  );
  const push = cleanup.add(await startPushService({ now }), (started) => started.close());
  const appsync = cleanup.add(await startAppSync({ ...signed, newId: randomUUID }), (started) =>
    started.close(),
  );
  const ssm = cleanup.add(await startSsm({ ...signed, find: secrets.find }), (started) => started.close());
  return { secrets, ssm, table, s3, sqs, cognito, cloudfront, stripe, push, appsync };
}
