import type { QueueName } from '../../functions/manifest/function-row.ts';
import type { FunctionSettings } from '../constructs/function-environment.ts';
import { PUSH_ORIGINS, STRIPE_API_URL } from '../stages/public-addresses.ts';
import { secretsPath, type HighlightsModel, type Stage } from '../stages/stages.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { LiveUpdatesAddress } from './live-updates-stack.ts';

type Parts = {
  stage: Stage;
  data: DataStack;
  edge: EdgeStack;
  identity: IdentityStack;
  live: LiveUpdatesAddress;
};

/** The settings of a stage; no secret is among them. */
export function functionSettings({ stage, data, edge, identity, live }: Parts): FunctionSettings {
  return {
    STAGE: stage.name,
    TABLE_NAME: data.table.tableName,
    MEDIA_BUCKET: data.mediaBucket.bucketName,
    ...queueUrls(data),
    SITE_URL: edge.siteUrl,
    SECRETS_PATH: secretsPath(stage),
    MEDIA_KEY_IDS: edge.mediaKeys.map(({ name, key }) => `${name}=${key.publicKeyId}`).join(' '),
    DISTRIBUTION_ID: edge.distribution.distributionId,
    EVENT_PEOPLE_LIMIT: String(stage.limits.peoplePerEvent),
    PERSON_UPLOAD_LIMIT: String(stage.limits.uploadsPerPerson),
    SIGN_IN_URL: identity.signInUrl,
    JWKS_URI: identity.jwksUri,
    USER_POOL_ID: identity.pool.userPoolId,
    USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
    LIVE_EVENTS_URL: live.eventsUrl,
    LIVE_SOCKET_URL: live.socketUrl,
    STRIPE_API_URL,
    PUSH_ORIGINS: PUSH_ORIGINS.join(' '),
    VAPID_SUBJECT: edge.siteUrl,
    ...(stage.highlightsModel && { HIGHLIGHTS_MODEL: modelName(stage.highlightsModel) }),
  };
}

function modelName(model: HighlightsModel): string {
  return 'profileId' in model ? model.profileId : model.modelId;
}

/** `MEDIA_QUEUE_URL` and so on, one for each queue of the manifest. */
function queueUrls(data: DataStack): Record<`${Uppercase<QueueName>}_QUEUE_URL`, string> {
  const urls = [...data.queues].map(([name, { queue }]) => [
    `${name.toUpperCase()}_QUEUE_URL`,
    queue.queueUrl,
  ]);
  return Object.fromEntries(urls) as ReturnType<typeof queueUrls>;
}
