import {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startInvalidationApi } from '../../infra/local/cloudfront/invalidation-api.ts';

let server: Awaited<ReturnType<typeof startInvalidationApi>>;
let client: CloudFrontClient;

beforeEach(async () => {
  server = await startInvalidationApi({
    distributionId: 'ELOCAL',
    accessKey: { accessKeyId: 'local', secretAccessKey: 'local' },
    region: 'us-east-1',
    now: () => new Date(),
    newId: () => 'I1',
  });
  client = clientWith({ accessKeyId: 'local', secretAccessKey: 'local' });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

const clientWith = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
  new CloudFrontClient({ region: 'us-east-1', endpoint: server.url, credentials, maxAttempts: 1 });

const create = (over: { DistributionId?: string; Items?: string[] } = {}) => {
  const Items = over.Items ?? ['/media/open/evt_a/med_1/*', '/media/open/evt_a/a & <b>/*'];
  return client.send(
    new CreateInvalidationCommand({
      DistributionId: over.DistributionId ?? 'ELOCAL',
      InvalidationBatch: { CallerReference: 'ref-1', Paths: { Quantity: Items.length, Items } },
    }),
  );
};

it('completes an invalidation at once for the SDK', async () => {
  const made = await create();
  expect(made.Location).toBe('/2020-05-31/distribution/ELOCAL/invalidation/I1');
  expect(made.Invalidation).toMatchObject({
    Id: 'I1',
    Status: 'Completed',
    InvalidationBatch: {
      CallerReference: 'ref-1',
      Paths: { Quantity: 2, Items: ['/media/open/evt_a/med_1/*', '/media/open/evt_a/a & <b>/*'] },
    },
  });
});

it('refuses what CloudFront refuses', async () => {
  await expect(create({ DistributionId: 'EOTHER' })).rejects.toMatchObject({ name: 'NoSuchDistribution' });
  await expect(create({ Items: ['no-slash'] })).rejects.toMatchObject({ name: 'MalformedInput' });
});

it('knows no other operation', async () => {
  const other = new GetInvalidationCommand({ DistributionId: 'ELOCAL', Id: 'I1' });
  await expect(client.send(other)).rejects.toMatchObject({ name: 'NoSuchResource' });
});

it('refuses a body that is not XML', async () => {
  const Paths = { Quantity: 1, Items: ['/a'] };
  const command = new CreateInvalidationCommand({
    DistributionId: 'ELOCAL',
    InvalidationBatch: { CallerReference: 'ref-1', Paths },
  });
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { body: string }).body = '<unclosed';
      return next(args);
    },
    { step: 'serialize', priority: 'low' },
  );
  await expect(client.send(command)).rejects.toMatchObject({ name: 'MalformedInput' });
});

it.each([
  ['a wrong secret', { accessKeyId: 'local', secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'other', secretAccessKey: 'local' }, 'InvalidClientTokenId'],
])('refuses %s', async (_what, credentials, name) => {
  client.destroy();
  client = clientWith(credentials);
  await expect(create()).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 403 } });
});

it('refuses a request without a signature', async () => {
  const path = '/2020-05-31/distribution/ELOCAL/invalidation';
  const reply = await fetch(server.url + path, { method: 'POST', body: '<InvalidationBatch/>' });
  expect(reply.status).toBe(403);
  expect(await reply.text()).toContain('<Code>MissingAuthenticationToken</Code>');
});
