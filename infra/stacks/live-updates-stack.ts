import { Duration, Lazy, Stack, type StackProps } from 'aws-cdk-lib';
import { AppSyncAuthorizationType, EventApi } from 'aws-cdk-lib/aws-appsync';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { CHANNEL_NAMESPACE } from '../../functions/live-updates/channel.ts';
import { countLines, failedRuns, failureMetrics } from '../constructs/failure-metrics.ts';
import { addLiveAlias } from '../constructs/live-alias.ts';
import { addLogGroup } from '../constructs/log-group.ts';
import { addFunction, type FunctionContext } from '../constructs/manifest-function.ts';

export type LiveUpdatesStackProps = StackProps & {
  readonly functions: readonly FunctionRow[];
  readonly parts: FunctionContext;
};

const { IAM, LAMBDA } = AppSyncAuthorizationType;

/**
 * AWS AppSync Events: browsers connect and subscribe where the authorizer lets them, and the one function with that right
 * publishes. The website's policy names its address, so it comes before the edge.
 */
export class LiveUpdatesStack extends Stack {
  readonly api: EventApi;

  constructor(scope: Construct, id: string, props: LiveUpdatesStackProps) {
    super(scope, id, props);
    const { functions, parts } = props;
    const { stage } = parts;
    const row = functions.find(({ trigger }) => trigger.kind === 'authorizer');
    if (!row) throw new Error('The manifest has no authorizer.');
    const log = addLogGroup(this, 'live-updates', stage);
    countLines(log, 'failures', { stage, pattern: failedRuns, metricName: failureMetrics.jobs });
    const handler = addLiveAlias(addFunction(this, row, { ...parts, log }));
    this.api = new EventApi(this, 'Api', {
      apiName: `gatherlens-${stage.name}`,
      authorizationConfig: {
        authProviders: [
          { authorizationType: IAM },
          {
            authorizationType: LAMBDA,
            lambdaAuthorizerConfig: { handler, resultsCacheTtl: Duration.seconds(0) },
          },
        ],
        connectionAuthModeTypes: [LAMBDA],
        defaultSubscribeAuthModeTypes: [LAMBDA],
        defaultPublishAuthModeTypes: [IAM],
      },
    });
    this.api.addChannelNamespace(CHANNEL_NAMESPACE);
  }
}

/** Where the service is. */
export type LiveUpdatesAddress = {
  readonly eventsUrl: string;
  readonly socketOrigin: string;
  readonly socketUrl: string;
  /** Of the namespace that is published to. */
  readonly namespaceArn: string;
};

/** The address of a stack that is made later than what names it: the functions' settings are made before any function. */
export function addressOf(stack: () => LiveUpdatesStack): LiveUpdatesAddress {
  const later = (produce: (api: EventApi) => string) => Lazy.string({ produce: () => produce(stack().api) });
  return {
    eventsUrl: later(({ httpDns }) => `https://${httpDns}/event`),
    socketOrigin: later(({ realtimeDns }) => `wss://${realtimeDns}`),
    socketUrl: later(({ realtimeDns }) => `wss://${realtimeDns}/event/realtime`),
    namespaceArn: later(({ apiArn }) => `${apiArn}/channelNamespace/${CHANNEL_NAMESPACE}`),
  };
}
