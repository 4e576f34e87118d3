import { type App, Tags } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import { CHANNEL_NAMESPACE } from '../../functions/live-updates/channel.ts';
import type { FunctionRow, QueueRow } from '../../functions/manifest/function-row.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { type Noun, nouns } from '../../functions/manifest/nouns.ts';
import type { FunctionContext } from '../constructs/manifest-function.ts';
import type { MediaKeys } from '../keys/media-key.ts';
import { functionSettings } from './function-settings.ts';
import { secretsPath, type Stage } from '../stages/stages.ts';
import { ApiStack } from './api-stack.ts';
import { CallsStack } from './calls-stack.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { GLOBAL_REGION } from '../stages/resource-names.ts';
import { GlobalStack } from './global-stack.ts';
import { IdentityStack } from './identity-stack.ts';
import { addressOf, LiveUpdatesStack } from './live-updates-stack.ts';
import { MediaStack } from './media-stack.ts';
import { WatchStack } from './watch-stack.ts';
import { WebStack } from './web-stack.ts';

export type StageParts = {
  readonly stage: Stage;
  readonly functions: readonly FunctionRow[];
  readonly queues: readonly QueueRow[];
  readonly codeOf: (row: FunctionRow) => Code;
  /** The folder of the React build. */
  readonly webRoot: string;
  readonly mediaKeys: MediaKeys;
};

/** Adds the stacks of one stage, each after those that it depends on. */
export function addStacks(app: App, parts: StageParts) {
  const { stage, functions, queues } = parts;
  const name = (stack: string) => `gatherlens-${stage.name}-${stack}`;
  const env = { region: stage.region };
  const keep = { env, terminationProtection: stage.keepsData };

  const global = new GlobalStack(app, name('global'), { env: { region: GLOBAL_REGION }, stage });
  const data = new DataStack(app, name('data'), { ...keep, stage, queues, functions });
  const { mediaBucket, webBucket } = data;
  const { webAcl, certificate } = global;
  const live = addressOf(() => liveUpdates);
  const edge = new EdgeStack(app, name('edge'), {
    env,
    stage,
    functions,
    mediaKeys: parts.mediaKeys,
    mediaBucket,
    webBucket,
    webAcl,
    certificate,
    liveOrigin: live.socketOrigin,
  });
  const { distribution, gateway, originSecret, siteUrl } = edge;
  const identity = new IdentityStack(app, name('identity'), { ...keep, stage, siteUrl });

  const granted = {
    data,
    distributionId: distribution.distributionId,
    userPool: identity.pool,
    secretsPath: secretsPath(stage),
    highlightsModel: stage.highlightsModel,
    liveNamespaceArn: live.namespaceArn,
  };
  const settings = functionSettings({ stage, data, edge, identity, live });
  const shared: FunctionContext = { stage, codeOf: parts.codeOf, granted, settings };
  const liveUpdates = new LiveUpdatesStack(app, name('live-updates'), { env, functions, parts: shared });
  const watch = new WatchStack(app, name('watch'), {
    env,
    stage,
    functions,
    queues: data.queues,
    gateway,
    table: data.table,
    distribution,
    liveUpdates: { api: liveUpdates.api, namespace: CHANNEL_NAMESPACE },
  });
  const requestRows = functions.filter(answersRequests);
  const callsOf = byNoun((noun) => {
    const rows = requestRows.filter((row) => row.noun === noun);
    return new CallsStack(app, name(`calls-${noun}`), { env, noun, rows, parts: shared });
  });
  const api = new ApiStack(app, name('api'), {
    env,
    stage,
    rows: requestRows,
    gatewayRoles: byNoun((noun) => callsOf[noun].gatewayRole),
    gateway,
    originSecret,
  });
  const media = new MediaStack(app, name('media'), {
    env,
    functions,
    parts: shared,
    data,
    mediaKeys: edge.mediaKeys.map((trusted) => trusted.name),
  });
  // The alarms that roll versions back have to exist first.
  for (const stack of [...Object.values(callsOf), api, media]) stack.addStackDependency(watch);
  const web = new WebStack(app, name('web'), {
    env,
    stage,
    bucket: webBucket,
    distribution,
    webRoot: parts.webRoot,
  });
  // A new page must not call what does not answer yet.
  web.addStackDependency(api);
  // CDK supports tags on dashboards; CloudFormation's resource specification, which linters read, does not.
  const untagged = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
  Tags.of(app).add('app', 'gatherlens', untagged);
  Tags.of(app).add('stage', stage.name, untagged);
  return {
    global,
    data,
    'live-updates': liveUpdates,
    edge,
    identity,
    watch,
    ...keyed(callsOf),
    api,
    media,
    web,
  };
}

const byNoun = <T>(make: (noun: Noun) => T): Record<Noun, T> =>
  Object.fromEntries(nouns.map((noun) => [noun, make(noun)])) as Record<Noun, T>;

/** By the names of the stacks within the stage. */
const keyed = (callsOf: Record<Noun, CallsStack>): Record<`calls-${Noun}`, CallsStack> =>
  Object.fromEntries(nouns.map((noun) => [`calls-${noun}`, callsOf[noun]])) as ReturnType<typeof keyed>;
