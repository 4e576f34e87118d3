import * as z from 'zod/mini';
import { declareSetting } from './declare-setting.ts';

// The settings of a function's environment that are no addresses (`addresses.ts`) and no secrets
// (`secrets.ts`). None has a default: a function that lacks what its code uses fails when it starts, not at
// its first request.

const text = <V extends string>(variable: V) => declareSetting(variable, z.string().check(z.minLength(1)));
const optionalText = <V extends string>(variable: V) =>
  declareSetting(variable, z.optional(z.string().check(z.minLength(1))));
const count = <V extends string>(variable: V) =>
  declareSetting(variable, z.coerce.number().check(z.int(), z.minimum(1)));

const pairs = /* @__PURE__ */ z.pipe(
  z.string().check(z.regex(/^[^\s=]+=[^\s=]+(?: [^\s=]+=[^\s=]+)*$/)),
  z.transform((list) => new Map(list.split(' ').map((pair) => pair.split('=') as [string, string]))),
);

export const stageName = /* @__PURE__ */ text('STAGE');
export const tableName = /* @__PURE__ */ text('TABLE_NAME');
export const mediaBucket = /* @__PURE__ */ text('MEDIA_BUCKET');
export const distributionId = /* @__PURE__ */ text('DISTRIBUTION_ID');
/** CloudFront's ids of the media keys that it trusts, by fingerprint: `{fingerprint}={id}`, separated by blanks. */
export const mediaKeyIds = /* @__PURE__ */ declareSetting('MEDIA_KEY_IDS', pairs);
export const userPoolId = /* @__PURE__ */ text('USER_POOL_ID');
export const userPoolClientId = /* @__PURE__ */ text('USER_POOL_CLIENT_ID');

export const originalsQueueUrl = /* @__PURE__ */ text('ORIGINALS_QUEUE_URL');
export const mediaQueueUrl = /* @__PURE__ */ text('MEDIA_QUEUE_URL');
export const heavyQueueUrl = /* @__PURE__ */ text('HEAVY_QUEUE_URL');
export const videosQueueUrl = /* @__PURE__ */ text('VIDEOS_QUEUE_URL');
export const movesQueueUrl = /* @__PURE__ */ text('MOVES_QUEUE_URL');
export const deletionsQueueUrl = /* @__PURE__ */ text('DELETIONS_QUEUE_URL');
export const peopleQueueUrl = /* @__PURE__ */ text('PEOPLE_QUEUE_URL');
export const pushQueueUrl = /* @__PURE__ */ text('PUSH_QUEUE_URL');
export const archivesQueueUrl = /* @__PURE__ */ text('ARCHIVES_QUEUE_URL');
export const votesQueueUrl = /* @__PURE__ */ text('VOTES_QUEUE_URL');
export const arrivalsQueueUrl = /* @__PURE__ */ text('ARRIVALS_QUEUE_URL');
export const liveQueueUrl = /* @__PURE__ */ text('LIVE_QUEUE_URL');

/** How many people an event takes besides its owner. */
export const eventPeopleLimit = /* @__PURE__ */ count('EVENT_PEOPLE_LIMIT');
/** How many items one person may have in an event; the owner may have any number. */
export const personUploadLimit = /* @__PURE__ */ count('PERSON_UPLOAD_LIMIT');

/** The Amazon Bedrock model that has the last word on highlights. The only optional setting. */
export const highlightsModel = /* @__PURE__ */ optionalText('HIGHLIGHTS_MODEL');
