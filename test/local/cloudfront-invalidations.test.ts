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
    now: () => new Date('2026-06-01T12:00:00Z'),
    newId: () => 'I1',
  });
  client = new CloudFrontClient({
    region: 'us-east-1',
    endpoint: server.url,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});

afterEach(async () => {
  client.destroy();
  await server.close();
});

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

it('survives a body that is no XML', async () => {
  const reply = await fetch(`${server.url}/2020-05-31/distribution/ELOCAL/invalidation`, {
    method: 'POST',
    body: '<unclosed',
  });
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain('<Code>MalformedInput</Code>');
});
