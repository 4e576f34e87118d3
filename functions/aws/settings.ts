import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const count = z.coerce.number().check(z.int(), z.minimum(1));

/** Everything that a function may be told by its environment. No secret is among it: see `secrets.ts`. */
const settings = {
  STAGE: z._default(text, 'local'),
  TABLE_NAME: text,
  MEDIA_BUCKET: text,
  MEDIA_QUEUE_URL: text,
  MEDIA_DLQ_URL: text,
  VIDEOS_QUEUE_URL: text,
  MOVES_QUEUE_URL: text,
  DELETIONS_QUEUE_URL: text,
  PEOPLE_QUEUE_URL: text,
  PUSH_QUEUE_URL: text,
  ARCHIVES_QUEUE_URL: text,
  /** Where people see the product, without a trailing slash. */
  SITE_URL: text,
  /** `ssm:/gatherlens/{stage}` or `file:/absolute/folder`. */
  SECRETS_URI: text,
  CLOUDFRONT_KEY_PAIR_ID: text,
  DISTRIBUTION_ID: text,
  SIGN_IN_URL: text,
  USER_POOL_ID: text,
  USER_POOL_CLIENT_ID: text,
  /** How many people beside its owner one event takes. */
  EVENT_PEOPLE_LIMIT: count,
  /** How many items of one person one event holds; the owner may have any number. */
  PERSON_UPLOAD_LIMIT: count,
  /** Only where the signing keys are not at the issuer's own address. */
  JWKS_URI: z.optional(text),
  /** Only where payments are played through on one machine; refused with a live key. */
  STRIPE_API_URL: z.optional(text),
  /** An Amazon Bedrock model that has the last word on highlights; without one the choice needs no network. */
  HIGHLIGHTS_MODEL: z.optional(text),
  /** Only where a push service runs on the same machine; an origin of another one is not obeyed. */
  PUSH_TEST_ORIGIN: z.optional(text),
} as const;

export type SettingName = keyof typeof settings;
type Settings = { [K in SettingName]: z.output<(typeof settings)[K]> };

/**
 * Reads one setting, so that a function fails only for what it really uses.
 * @throws Error naming the variable, where it is missing or not of its kind.
 */
export function setting<K extends SettingName>(name: K): Settings[K] {
  const result = settings[name].safeParse(process.env[name]);
  if (!result.success) throw new Error(`The environment variable ${name} is missing, empty or malformed.`);
  return result.data as Settings[K];
}
