import type { QueueName, QueueRow } from '../../functions/manifest/function-row.ts';
import type { RequiredSettingName } from '../../functions/aws/setting-name.ts';
import { PUSH_ORIGINS } from '../stages/public-addresses.ts';
import { defaultEventLimits } from '../stages/stages.ts';
import { type LocalSecrets, SECRETS_PATH } from './ssm/secret-files.ts';

/** Names that only have to agree with each other. */
export const localNames = {
  region: 'us-east-1',
  table: 'gatherlens',
  bucket: 'gatherlens-media',
  distributionId: 'ELOCAL',
  userPoolClientId: 'gatherlens-local',
} as const;

export type Endpoints = {
  readonly siteUrl: string;
  readonly table: string;
  readonly objects: string;
  readonly queues: string;
  readonly cloudfront: string;
  readonly parameters: string;
  readonly accounts: string;
  readonly signIn: string;
  readonly jwksUri: string;
  readonly userPoolId: string;
  readonly stripe: string;
  readonly push: string;
  readonly liveEvents: string;
  readonly liveSocket: string;
  readonly queueUrl: (name: string) => string;
};

/**
 * The environment of functions on one machine: the settings that they have in AWS, and the SDK's own
 * variables for the endpoints of services. LOG_LEVEL and the variables of `passedOn` come from the given
 * environment.
 */
export function functionEnvironment(input: {
  endpoints: Endpoints;
  secrets: LocalSecrets;
  queues: readonly QueueRow[];
  given: NodeJS.ProcessEnv;
}): Record<string, string> {
  const { endpoints, secrets, queues, given } = input;
  const settings: Record<RequiredSettingName, string> = {
    STAGE: 'local',
    TABLE_NAME: localNames.table,
    MEDIA_BUCKET: localNames.bucket,
    SITE_URL: endpoints.siteUrl,
    ...queueUrls(queues, endpoints.queueUrl),
    SECRETS_PATH,
    MEDIA_KEY_IDS: secrets.mediaKeys.map(({ fingerprint, id }) => `${fingerprint}=${id}`).join(' '),
    DISTRIBUTION_ID: localNames.distributionId,
    SIGN_IN_URL: endpoints.signIn,
    USER_POOL_ID: endpoints.userPoolId,
    USER_POOL_CLIENT_ID: localNames.userPoolClientId,
    EVENT_PEOPLE_LIMIT: String(defaultEventLimits.peoplePerEvent),
    PERSON_UPLOAD_LIMIT: String(defaultEventLimits.uploadsPerPerson),
    JWKS_URI: endpoints.jwksUri,
    STRIPE_API_URL: endpoints.stripe,
    PUSH_ORIGINS: [endpoints.push, ...PUSH_ORIGINS].join(' '),
    VAPID_SUBJECT: 'mailto:push@localhost',
    LIVE_EVENTS_URL: endpoints.liveEvents,
    LIVE_SOCKET_URL: endpoints.liveSocket,
  };
  return {
    ...settings,
    AWS_REGION: localNames.region,
    AWS_ACCESS_KEY_ID: secrets.accessKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: secrets.accessKey.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.table,
    AWS_ENDPOINT_URL_S3: endpoints.objects,
    AWS_ENDPOINT_URL_SQS: endpoints.queues,
    AWS_ENDPOINT_URL_CLOUDFRONT: endpoints.cloudfront,
    AWS_ENDPOINT_URL_SSM: endpoints.parameters,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoints.accounts,
    LOG_LEVEL: given['LOG_LEVEL'] ?? 'INFO',
    // Progressive photos: 327 instead of 820 MB of memory, at the same speed.
    MALLOC_ARENA_MAX: '2',
    ...passedOn(given),
  };
}

/** Where this machine's video programs and their libraries are, and Node's compile cache. */
function passedOn(given: NodeJS.ProcessEnv): Record<string, string> {
  const variables = ['FFMPEG_PATH', 'FFPROBE_PATH', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    variables.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `MEDIA_QUEUE_URL` and so on, one for each queue of the manifest. */
function queueUrls(
  queues: readonly QueueRow[],
  urlOf: (name: string) => string,
): Record<`${Uppercase<QueueName>}_QUEUE_URL`, string> {
  const urls = queues.map(({ name }) => [`${name.toUpperCase()}_QUEUE_URL`, urlOf(name)]);
  return Object.fromEntries(urls) as ReturnType<typeof queueUrls>;
}
