import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import { coldStartMs } from '../build/bundle-budgets.ts';
import { functionsDir, webDir } from '../build/project-paths.ts';
import { createEdge } from './cloudfront/edge.ts';
import { openBuiltWebsite, type Website } from './cloudfront/web-origin.ts';
import { functionEnvironment, localNames } from './function-environment.ts';
import { startFunctionHosts } from './lambda/start-function-hosts.ts';
import { createGateway, defaultFunctionId, gatewayRoutes } from './api-gateway/http-api.ts';
import { localWorkers } from './local-workers.ts';
import { openLogFile } from './files/log-file.ts';
import { writeStageInfo } from './write-stage-info.ts';
import { notifyOfObjects, startTriggers } from './start-triggers.ts';
import { now, startServices, type SystemContext, type Services } from './start-services.ts';
import { listenForSite, type SiteServer } from './site-server.ts';
import type { System, SystemOptions } from './system.ts';
import { lockFolder } from '../build/folder-lock.ts';

/** The function that AppSync asks who may listen. */
const authorizerId = functions.find(({ trigger }) => trigger.kind === 'authorizer')?.id ?? '';

/** Starts every part in order of dependency; what was started is cleaned up even if a later part fails. */
export async function composeSystem(context: SystemContext): Promise<Omit<System, 'close' | 'logsDir'>> {
  const { options, dataDir, logsDir, cleanup, log } = context;
  const site = cleanup.add(await listenForSite(options.port), (server) => server.close());
  const siteUrl = `http://localhost:${site.port}`;
  // The lock is an abstract socket, which only Linux has.
  if (process.platform === 'linux') cleanup.add(await lockFolder(dataDir), (unlock) => unlock());
  const services = await startServices(context, siteUrl);
  const { secrets, ssm, table, s3, sqs, cognito, cloudfront, stripe, push, appsync } = services;
  const environment = functionEnvironment({
    endpoints: {
      siteUrl,
      table: table.endpoint,
      objects: s3.url,
      queues: sqs.endpoint,
      cloudfront: cloudfront.url,
      parameters: ssm.url,
      accounts: cognito.adminUrl,
      signIn: cognito.url,
      jwksUri: cognito.jwksUri,
      userPoolId: cognito.userPoolId,
      stripe: stripe.url,
      push: push.origin,
      liveEvents: appsync.eventsUrl,
      liveSocket: appsync.socketUrl,
      queueUrl: (name) => sqs.urlOf(name),
    },
    secrets,
    queues,
    given: process.env,
  });
  const note = await writeStageInfo({ dataDir, environment, rows: queues, queues: sqs });
  cleanup.add(note, (written) => written.remove());
  const hosts = cleanup.add(
    startFunctionHosts({
      rows: functions,
      functionsDir,
      env: environment,
      modules: options.functionModules,
      concurrency: options.functionConcurrency,
      startMs: coldStartMs,
      logsDir,
      log,
    }),
    (started) => started.close(),
  );
  appsync.authorizeBy((request) => hosts.invoke(authorizerId, request));
  notifyOfObjects({ s3, queues: sqs, cleanup, trouble: options.noticeTrouble });
  const mappings = await startTriggers({
    rows: options.triggered ?? localWorkers(functions),
    table: { endpoint: table.endpoint, name: localNames.table, folder: path.join(dataDir, 'table') },
    queues: sqs,
    invoke: hosts.invoke,
    cleanup,
    log,
  });
  const invoke: System['invoke'] = (id, event) => hosts.invoke(id, event).finally(mappings.poke);
  const website = await openWebsite(options, site);
  serveSite(context, { site, siteUrl, services, invoke, website });
  // Registered again, so that it closes first: requests under way end before what they depend on.
  cleanup.add(site, (server) => server.close());
  // The server waits for its sockets.
  cleanup.add(website, (opened) => opened.close?.());
  return {
    url: siteUrl,
    s3,
    tableEndpoint: table.endpoint,
    environment,
    invoke,
    functionCounts: hosts.counts,
    restartFunctions: hosts.restart,
  };
}

type Serving = {
  site: SiteServer;
  siteUrl: string;
  services: Services;
  invoke: System['invoke'];
  website: Website;
};

function serveSite(
  { options, logsDir, cleanup }: SystemContext,
  { site, siteUrl, services, invoke, website }: Serving,
): void {
  const accessLog = cleanup.add(openLogFile(path.join(logsDir, 'edge.log')), (file) => file.close());
  const { s3, secrets, appsync } = services;
  const gateway = createGateway({
    routes: gatewayRoutes(functions),
    defaultFunctionId: defaultFunctionId(functions),
    invoke,
    now,
    newRequestId: randomUUID,
    port: site.port,
  });
  site.serve(
    createEdge({
      siteUrl,
      objectOrigin: s3.url,
      liveOrigin: appsync.socketOrigin,
      website,
      gateway,
      media: {
        bucket: localNames.bucket,
        objects: s3.objects,
        keys: new Map(secrets.mediaKeys.map(({ id, publicKey }) => [id, publicKey])),
        now,
      },
      now,
      newRequestId: randomUUID,
      log: (line) => accessLog.write(JSON.stringify(line)),
      intercept: options.intercept,
    }),
  );
}

async function openWebsite({ website }: SystemOptions, { server }: SiteServer): Promise<Website> {
  return (await website?.(server)) ?? openBuiltWebsite(webDir);
}
