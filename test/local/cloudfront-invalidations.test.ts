import {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetInvalidationCommand,
} from '@aws-sdk/client-cloudfront';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startInvalidationServer } from '../../infra/local/cloudfront/start-invalidation-server.ts';

const invalidated: (readonly string[])[] = [];
let server: Awaited<ReturnType<typeof startInvalidationServer>>;
let client: CloudFrontClient;

beforeEach(async () => {
  invalidated.length = 0;
  server = await startInvalidationServer({
    distributionId: 'ELOCAL',
    now: () => new Date('2026-06-01T12:00:00Z'),
    newId: () => 'I1',
    onInvalidated: (paths) => void invalidated.push(paths),
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
  expect(invalidated).toEqual([['/media/open/evt_a/med_1/*', '/media/open/evt_a/a & <b>/*']]);
  const found = await client.send(new GetInvalidationCommand({ DistributionId: 'ELOCAL', Id: 'I1' }));
  expect(found.Invalidation?.Status).toBe('Completed');
});

it('refuses what CloudFront refuses', async () => {
  await expect(create({ DistributionId: 'EOTHER' })).rejects.toMatchObject({ name: 'NoSuchDistribution' });
  await expect(create({ Items: ['no-slash'] })).rejects.toMatchObject({ name: 'MalformedInput' });
  const unknown = new GetInvalidationCommand({ DistributionId: 'ELOCAL', Id: 'I9' });
  await expect(client.send(unknown)).rejects.toMatchObject({ name: 'NoSuchInvalidation' });
  expect(invalidated).toEqual([]);
});

it('survives a body that is no XML', async () => {
  const reply = await fetch(`${server.url}/2020-05-31/distribution/ELOCAL/invalidation`, {
    method: 'POST',
    body: '<unclosed',
  });
  expect(reply.status).toBe(400);
  expect(await reply.text()).toContain('<Code>MalformedInput</Code>');
});
