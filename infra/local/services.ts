import { randomUUID } from 'node:crypto';
import { callbackUrl, signedOutUrl } from '../../functions/identity/sign-in-config.ts';
import { functions, queues } from '../../functions/manifest.ts';
import { stripeWebhook } from '../../shared/contract/payments.ts';
import { startInvalidationServer } from './cloudfront/start-invalidation-server.ts';
import { names } from './environment.ts';
import { startIdentity } from './identity/start-identity.ts';
import { openQueues } from './mappings.ts';
import type { Opened } from './opened.ts';
import { startPushService } from './push/start-push-service.ts';
import { openSecrets } from './secrets.ts';
import { startStorage } from './storage.ts';
import { startStripe } from './stripe/start-stripe.ts';
import type { SystemOptions } from './system.ts';
import { startTable } from './table/start-table.ts';

/** Where a system is put together, and what it is told. */
export type Place = {
  readonly options: SystemOptions;
  readonly dataDir: string;
  readonly logsDir: string;
  readonly opened: Opened;
  readonly log: (line: string) => void;
};

export const now = (): Date => new Date();

/** The services that run in this process or as its children, functions apart. */
export type Services = Awaited<ReturnType<typeof startServices>>;

/** Starts what in AWS are services of their own, each on a free port. What is opened is noted, also when a later one fails. */
export async function startServices({ options, dataDir, opened, log }: Place, siteUrl: string) {
  const secrets = await openSecrets(dataDir);
  const table = opened.add(
    await startTable({ dataDir, tableName: names.table, log, now: Date.now }),
    (started) => started.close(),
  );
  const objectServer = await startStorage({
    dataDir,
    siteUrl,
    secrets,
    opened,
    now,
    log,
    faults: options.faults,
  });
  const localQueues = opened.add(await openQueues(functions, queues), (started) => started.close());
  const identity = opened.add(
    await startIdentity({
      dataDir,
      port: 0,
      clientId: names.userPoolClientId,
      callbackUrl: callbackUrl(siteUrl),
      logoutUrl: signedOutUrl(siteUrl),
      log,
      now,
    }),
    (started) => started.close(),
  );
  const cloudfront = opened.add(
    await startInvalidationServer({ distributionId: names.distributionId, now, newId: randomUUID }),
    (started) => started.close(),
  );
  const stripe = opened.add(
    await startStripe({
      dataDir,
      port: 0,
      ...secrets.stripe,
      webhookUrl: `${siteUrl}${stripeWebhook.path}`,
      now,
      random: Math.random,
      log,
    }),
    (started) => started.close(),
  );
  const push = opened.add(await startPushService({ now }), (started) => started.close());
  return { secrets, table, objectServer, localQueues, identity, cloudfront, stripe, push };
}
