import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/start-stripe.ts';
import { mockAws } from './faulty-aws.ts';
import { NOW, WEBHOOK_SECRET } from './sample-rows.ts';

const named = (name: string) =>
  Object.assign(new Error(`${name}: rate of table gatherlens-inside, arn:aws:dynamodb:inside`), { name });

/** The ways in which AWS fails. */
export const errors = {
  throughput: new ProvisionedThroughputExceededException({
    message: 'The level of configured throughput of gatherlens-inside was exceeded.',
    $metadata: {},
  }),
  conflict: new TransactionCanceledException({
    message: 'Transaction cancelled of gatherlens-inside [TransactionConflict]',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Ongoing for the item inside.' }],
  }),
  throttled: named('ThrottlingException'),
  timeout: named('TimeoutError'),
  unknown: named('SomethingNew'),
};

const SECRET_KEY = 'sk_test_0123456789abcdef';

type FaultyWorld = { readonly close: () => Promise<void> };

/** Sets the world up for the tests of a file. */
export function useFaultyWorld(): void {
  let world: FaultyWorld;
  beforeAll(async () => {
    world = await startFaultyWorld();
  });
  afterAll(() => world.close());

  // Pauses between tries are over at once; what is real, like a socket, takes its time.
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
    vi.setTimerTickMode('nextTimerAsync');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** Mocks AWS, starts a Stripe, and sets what functions read of their surroundings. */
async function startFaultyWorld(): Promise<FaultyWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'faults-'));
  const stripe = await startStripe({
    dataDir,
    secretKey: SECRET_KEY,
    webhookUrl: 'http://127.0.0.1:1/',
    webhookSecrets: [WEBHOOK_SECRET],
    now: () => NOW,
    log: () => undefined,
  });
  mockAws({
    'media-signing-key': generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
    'stripe-secret-key': SECRET_KEY,
    'stripe-webhook-secrets': WEBHOOK_SECRET,
    'vapid-private-key': Buffer.alloc(32, 1).toString('base64url'),
  });
  Object.assign(process.env, SETTINGS, { STRIPE_API_URL: stripe.url });
  return {
    close: async () => {
      await stripe.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

const queueUrl = (name: string): string => `https://sqs.us-east-1.amazonaws.com/1/${name}-inside`;

const SETTINGS = {
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
  TABLE_NAME: 'table',
  MEDIA_BUCKET: 'media-inside',
  DISTRIBUTION_ID: 'distribution',
  SITE_URL: 'https://photos.example',
  SECRETS_URI: 'ssm:/gatherlens/test',
  CLOUDFRONT_KEY_PAIR_ID: 'K1',
  SIGN_IN_URL: 'http://127.0.0.1:1',
  USER_POOL_ID: 'us-east-1_AbCdEf123',
  USER_POOL_CLIENT_ID: 'client-1',
  EVENT_PEOPLE_LIMIT: '100',
  PERSON_UPLOAD_LIMIT: '100',
  // Nobody listens there: whoever is told by push is to be told later.
  PUSH_TEST_ORIGIN: 'http://127.0.0.1:1',
  MEDIA_QUEUE_URL: queueUrl('media'),
  MEDIA_DLQ_URL: queueUrl('media-dlq'),
  VIDEOS_QUEUE_URL: queueUrl('videos'),
  MOVES_QUEUE_URL: queueUrl('moves'),
  DELETIONS_QUEUE_URL: queueUrl('deletions'),
  PEOPLE_QUEUE_URL: queueUrl('people'),
  PUSH_QUEUE_URL: queueUrl('push'),
  ARCHIVES_QUEUE_URL: queueUrl('archives'),
};
