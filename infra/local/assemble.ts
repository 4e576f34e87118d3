import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { callbackUrl, signedOutUrl } from '../../functions/identity/sign-in-config.ts';
import { functions, queues } from '../../functions/manifest.ts';
import { stripeWebhook } from '../../shared/contract/payments.ts';
import { functionsDir, webDir } from '../paths.ts';
import { startInvalidationServer } from './cloudfront/start-invalidation-server.ts';
import { createEdge } from './edge/edge.ts';
import { functionEnvironment, names } from './environment.ts';
import { startFunctionHosts } from './function-hosts.ts';
import { createGateway, gatewayRoutes } from './gateway/gateway.ts';
import { startIdentity } from './identity/start-identity.ts';
import { openLogFile } from './log-file.ts';
import { announceOriginals, openQueues, startMappings } from './mappings.ts';
import type { Opened } from './opened.ts';
import { startPushService } from './push/start-push-service.ts';
import { openSecrets } from './secrets.ts';
import { listenForSite, type SiteServer } from './site-server.ts';
import { startStorage } from './storage.ts';
import { startStripe } from './stripe/start-stripe.ts';
import type { System, SystemOptions } from './system.ts';
import { lockFolder } from './table/folder-lock.ts';
import { startTable } from './table/start-table.ts';

type Place = {
  readonly options: SystemOptions;
  readonly dataDir: string;
  readonly logsDir: string;
  readonly opened: Opened;
  readonly log: (line: string) => void;
};

const now = (): Date => new Date();

/** Starts every part in the order in which they need each other. What is opened is noted, also when a later part fails. */
export async function assemble(place: Place): Promise<Omit<System, 'close' | 'logsDir'>> {
  const { options, dataDir, logsDir, opened, log } = place;
  const site = opened.add(await listenForSite(options.port), (server) => server.close());
  const siteUrl = `http://localhost:${site.port}`;
  // Abstract sockets, which the lock is made of, exist on Linux only.
  if (process.platform === 'linux') opened.add(await lockFolder(dataDir), (unlock) => unlock());
  const services = await startServices(place, siteUrl);
  const { secrets, table, objectServer, localQueues, identity, cloudfront, stripe, push } = services;
  const environment = functionEnvironment({
    endpoints: {
      siteUrl,
      table: table.endpoint,
      objects: objectServer.url,
      queues: localQueues.endpoint,
      cloudfront: cloudfront.url,
      signIn: identity.url,
      jwksUri: identity.jwksUri,
      userPoolId: identity.userPoolId,
      stripe: stripe.url,
      push: push.origin,
      queueUrl: (name) => localQueues.urlOf(name),
    },
    secrets,
    queues,
    given: process.env,
  });
  const hosts = opened.add(
    startFunctionHosts({ rows: functions, functionsDir, env: environment, logsDir, log }),
    (started) => started.close(),
  );
  announceOriginals({ objectServer, queues: localQueues, opened });
  const mappings = await startMappings({
    rows: functions,
    table: { endpoint: table.endpoint, name: names.table, folder: path.join(dataDir, 'table') },
    queues: localQueues,
    invoke: hosts.invoke,
    opened,
    log,
  });
  const invoke: System['invoke'] = (id, event) => hosts.invoke(id, event).finally(mappings.poke);
  serveSite(place, { site, siteUrl, services, invoke });
  redriveLostMessages(place, invoke);
  // Once more as the last one, so that requests under way end before what they need does.
  opened.add(site, (server) => server.close());
  return {
    url: siteUrl,
    objectServer,
    tableEndpoint: table.endpoint,
    environment,
    invoke,
    restartFunctions: hosts.restart,
  };
}

type Services = Awaited<ReturnType<typeof startServices>>;

async function startServices({ options, dataDir, opened, log }: Place, siteUrl: string) {
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

type Serving = { site: SiteServer; siteUrl: string; services: Services; invoke: System['invoke'] };

function serveSite({ options, logsDir, opened }: Place, { site, siteUrl, services, invoke }: Serving): void {
  const accessLog = opened.add(openLogFile(path.join(logsDir, 'edge.log')), (file) => file.close());
  const { objectServer, secrets } = services;
  const gateway = createGateway({
    routes: gatewayRoutes(functions),
    invoke,
    now,
    newRequestId: randomUUID,
  });
  site.serve(
    createEdge({
      siteUrl,
      objectOrigin: objectServer.url,
      webDir: options.webDir ?? webDir,
      api: { gateway, now, port: site.port },
      media: {
        bucket: names.bucket,
        objects: objectServer.objects,
        keys: new Map([[secrets.mediaKeyPairId, secrets.mediaPublicKey]]),
        now,
      },
      newRequestId: randomUUID,
      log: (line) => accessLog.write(JSON.stringify(line)),
      development: options.development,
    }),
  );
}

/** Queues are in memory here: what the last run had not worked off is found in the table and driven once more. */
function redriveLostMessages({ opened, log }: Place, invoke: System['invoke']): void {
  if (!functions.some(({ id }) => id === 'repair-media')) return;
  const state = opened.add({ isClosing: false }, (closing) => (closing.isClosing = true));
  void invoke('repair-media', { olderThanSeconds: 0 }).then((result) => {
    if (!result.ok && !state.isClosing)
      log(`Unfinished pictures could not be looked up: ${result.errorType}`);
  });
}
