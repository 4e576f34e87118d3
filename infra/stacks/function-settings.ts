import type { QueueName } from '../../functions/manifest/function-row.ts';
import type { setting, SettingName } from '../../functions/aws/settings.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import { secretsPath, type Stage } from '../stages/stages.ts';

/** An optional setting is for other places than AWS: there keys are at the issuer's address and payments at Stripe's. */
type Provided = {
  [K in SettingName]: undefined extends ReturnType<typeof setting<K>> ? never : K;
}[SettingName];
type IdentitySetting = 'SIGN_IN_URL' | 'USER_POOL_ID' | 'USER_POOL_CLIENT_ID';

/** What background functions are told. */
export type JobSettings = Readonly<Record<Exclude<Provided, IdentitySetting>, string>>;
/** What HTTP functions are told. */
export type ApiSettings = Readonly<Record<Provided, string>>;

/** The settings of `functions/aws/settings.ts` that come of the data and the edge; no secret is among them. */
export function jobSettings(parts: { stage: Stage; data: DataStack; edge: EdgeStack }): JobSettings {
  const { stage, data, edge } = parts;
  return {
    STAGE: stage.name,
    TABLE_NAME: data.table.tableName,
    MEDIA_BUCKET: data.mediaBucket.bucketName,
    ...queueUrls(data),
    MEDIA_DLQ_URL: data.target('media-dlq').queueUrl,
    SITE_URL: edge.siteUrl,
    SECRETS_URI: `ssm:${secretsPath(stage)}`,
    CLOUDFRONT_KEY_PAIR_ID: edge.mediaKey.publicKeyId,
    DISTRIBUTION_ID: edge.distribution.distributionId,
    EVENT_PEOPLE_LIMIT: String(stage.limits.peoplePerEvent),
    PERSON_UPLOAD_LIMIT: String(stage.limits.uploadsPerPerson),
  };
}

/** `MEDIA_QUEUE_URL` and so on, one for each queue of the manifest. */
function queueUrls(data: DataStack): Record<`${Uppercase<QueueName>}_QUEUE_URL`, string> {
  const urls = [...data.queues].map(([name, { queue }]) => [
    `${name.toUpperCase()}_QUEUE_URL`,
    queue.queueUrl,
  ]);
  return Object.fromEntries(urls) as ReturnType<typeof queueUrls>;
}

/** The same and where people sign in. */
export function apiSettings(jobs: JobSettings, identity: IdentityStack): ApiSettings {
  return {
    ...jobs,
    SIGN_IN_URL: identity.signInUrl,
    USER_POOL_ID: identity.pool.userPoolId,
    USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
  };
}
