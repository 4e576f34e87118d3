import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { functions, queues } from '../../functions/manifest.ts';
import { functionsDir, webDir } from '../paths.ts';
import { createEdge } from './edge/edge.ts';
import { functionEnvironment, names } from './environment.ts';
import { startFunctionHosts } from './function-hosts.ts';
import { createGateway, defaultFunctionId, gatewayRoutes } from './gateway/gateway.ts';
import { openLogFile } from './log-file.ts';
import { writeOperatorNote } from './operator-note.ts';
import { announceOriginals, startMappings } from './mappings.ts';
import { now, startServices, type Place, type Services } from './services.ts';
import { listenForSite, type SiteServer } from './site-server.ts';
import type { System } from './system.ts';
import { lockFolder } from './table/folder-lock.ts';

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
      accounts: identity.adminUrl,
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
  const note = await writeOperatorNote({ dataDir, environment, rows: queues, queues: localQueues });
  opened.add(note, (written) => written.remove());
  const hosts = opened.add(
    startFunctionHosts({
      rows: functions,
      functionsDir,
      env: environment,
      modules: options.functionModules,
      logsDir,
      log,
    }),
    (started) => started.close(),
  );
  announceOriginals({ objectServer, queues: localQueues, opened });
  const mappings = await startMappings({
    rows: options.triggered ?? functions,
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

type Serving = { site: SiteServer; siteUrl: string; services: Services; invoke: System['invoke'] };

function serveSite({ options, logsDir, opened }: Place, { site, siteUrl, services, invoke }: Serving): void {
  const accessLog = opened.add(openLogFile(path.join(logsDir, 'edge.log')), (file) => file.close());
  const { objectServer, secrets } = services;
  const gateway = createGateway({
    routes: gatewayRoutes(functions),
    defaultFunctionId: defaultFunctionId(functions),
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
