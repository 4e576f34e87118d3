import { GetParameterCommand, type GetParameterCommandOutput, SSMClient } from '@aws-sdk/client-ssm';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalSecrets, openSecrets } from '../../infra/local/ssm/secret-files.ts';
import { startSsm } from '../../infra/local/ssm/start-ssm.ts';

const region = 'us-east-1';
const Name = '/gatherlens/local/vapid-private-key';

let folder: string;
let secrets: LocalSecrets;
let server: Awaited<ReturnType<typeof startSsm>>;
let now = () => new Date();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ssm-'));
  secrets = await openSecrets(folder);
  server = await startSsm({ find: secrets.find, accessKey: secrets.accessKey, region, now: () => now() });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const kept = (name: string) => readFile(join(folder, 'secrets', name), 'utf8');

type ParameterRequest = { Name?: string; WithDecryption?: boolean } & Partial<typeof secrets.accessKey> & {
    region?: string;
  };

async function ask(request: ParameterRequest = {}): Promise<GetParameterCommandOutput> {
  const { Name: requestedName = Name, WithDecryption = true, ...by } = request;
  const credentials = { ...secrets.accessKey, ...by };
  const client = new SSMClient({
    endpoint: server.url,
    region: by.region ?? region,
    credentials,
    maxAttempts: 1,
  });
  try {
    return await client.send(new GetParameterCommand({ Name: requestedName, WithDecryption }));
  } finally {
    client.destroy();
  }
}

describe('a secret', () => {
  test('is a SecureString, decrypted on request', async () => {
    const { Parameter } = await ask();
    expect(Parameter).toEqual({
      ARN: `arn:aws:ssm:us-east-1:000000000000:parameter${Name}`,
      DataType: 'text',
      LastModifiedDate: expect.any(Date) as Date,
      Name,
      Type: 'SecureString',
      Value: await kept('vapid-private-key'),
      Version: 1,
    });
    expect(Math.abs((Parameter?.LastModifiedDate?.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
    const sealed = (await ask({ WithDecryption: false })).Parameter?.Value;
    expect(sealed).not.toContain(Parameter?.Value);
  });

  test('has its new value as soon as its file is changed', async () => {
    await writeFile(join(folder, 'secrets', 'stripe-webhook-secrets'), 'whsec_new');
    const { Parameter } = await ask({ Name: '/gatherlens/local/stripe-webhook-secrets' });
    expect(Parameter?.Value).toBe('whsec_new');
  });

  test.each([
    '/gatherlens/local/none',
    '/gatherlens/local/local-access-key',
    '/gatherlens/local/../secrets/vapid-private-key',
    '/gatherlens/dev/vapid-private-key',
    'vapid-private-key',
  ])('is not at %s', async (name) => {
    await expect(ask({ Name: name })).rejects.toMatchObject({ name: 'ParameterNotFound' });
  });

  test('that an earlier run made is kept', async () => {
    const before = await kept('media-signing-key');
    const again = await openSecrets(folder);
    expect((await again.find('/gatherlens/local/media-signing-key'))?.value).toBe(before);
  });
});

describe('a request is refused that is', () => {
  test.each<[string, ParameterRequest, string]>([
    ['of an unknown key', { accessKeyId: 'other' }, 'UnrecognizedClientException'],
    ['signed with another key', { secretAccessKey: 'other' }, 'InvalidSignatureException'],
    ['for another region', { region: 'eu-west-1' }, 'InvalidSignatureException'],
  ])('%s', async (_what, request, name) => {
    await expect(ask(request)).rejects.toMatchObject({ name });
  });

  test('old', async () => {
    now = () => new Date(Date.now() + 6 * 60_000);
    await expect(ask()).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    now = () => new Date();
  });

  test('not signed', async () => {
    expect(await send({})).toMatchObject({ status: 400, type: 'MissingAuthenticationTokenException' });
  });

  test('changed in its body or its purpose', async () => {
    const { headers, body } = await signed();
    expect(await send(headers, body)).toMatchObject({ status: 200 });
    expect(await send(headers, body.replace('vapid', 'other'))).toMatchObject({
      type: 'InvalidSignatureException',
    });
    expect(await send({ ...headers, 'x-amz-target': 'AmazonSSM.PutParameter' }, body)).toMatchObject({
      type: 'InvalidSignatureException',
    });
  });

  test('signed without its host', async () => {
    const { headers, body } = await signed();
    const authorization = headers['authorization']?.replace('host;', '') ?? '';
    expect(await send({ ...headers, authorization }, body)).toMatchObject({
      type: 'InvalidSignatureException',
    });
  });
});

/** What the SDK would send, caught on its way. */
async function signed(): Promise<{ headers: Record<string, string>; body: string }> {
  const client = new SSMClient({ endpoint: server.url, region, credentials: secrets.accessKey });
  const caught = Promise.withResolvers<{ headers: Record<string, string>; body: string }>();
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: Uint8Array };
      caught.resolve({ headers: { ...headers }, body: Buffer.from(body).toString() });
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
  client.destroy();
  return caught.promise;
}

function send(headers: Record<string, string>, body = '{}'): Promise<{ status?: number; type?: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url, { method: 'POST', headers }, (response) => {
      text(response).then((reply) => {
        const { __type: type } = JSON.parse(reply) as { __type?: string };
        resolve({ status: response.statusCode, type });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
