import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
} from 'node:crypto';
import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { readMediaKeys } from '../../infra/keys/media-key.ts';
import { ensureSecrets, listMissingSecrets, type SecretPorts } from '../../infra/operate/ensure-secrets.ts';
import { storedSecrets } from '../../infra/operate/secrets.ts';
import { stages } from '../../infra/stages/stages.ts';

const NAME = '/gatherlens/dev/media-signing-key';
const VAPID = '/gatherlens/dev/vapid-private-key';

/** Parameter Store and the file in memory. */
function memory(parameters: Record<string, string> = {}, file?: string) {
  const state = { parameters: new Map(Object.entries(parameters)), file };
  const ports: SecretPorts = {
    region: 'us-east-1',
    readParameter: async (path) => state.parameters.get(path),
    createParameter: async (path, value) => {
      if (state.parameters.has(path)) throw new Error('ParameterAlreadyExists');
      state.parameters.set(path, value);
    },
    readPublicKeys: async () => state.file,
    writePublicKeys: async (pems) => {
      state.file = pems;
    },
  };
  return { state, ports };
}

function pair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

describe('the secrets of a stage', () => {
  it('are made if there are none, and the public half is written', async () => {
    const { state, ports } = memory();
    const lines = await ensureSecrets('/gatherlens/dev', ports);
    expect([...state.parameters.keys()]).toEqual([NAME, VAPID]);
    const key = createPrivateKey(state.parameters.get(NAME) ?? '');
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
    const signature = createSign('RSA-SHA1').update('policy').sign(key);
    expect(
      createVerify('RSA-SHA1')
        .update('policy')
        .verify(createPublicKey(state.file ?? ''), signature),
    ).toBe(true);
    expect(state.file).not.toContain('PRIVATE');
    expect(Buffer.from(state.parameters.get(VAPID) ?? '', 'base64url')).toHaveLength(32);
    expect(lines).toEqual([
      `${NAME} is made.`,
      `${VAPID} is made.`,
      'Its public half is written: commit it, then deploy.',
    ]);
  });

  it('are left alone if they exist', async () => {
    const { state, ports } = memory();
    await ensureSecrets('/gatherlens/dev', ports);
    const before = { key: state.parameters.get(NAME), file: state.file };
    expect(await ensureSecrets('/gatherlens/dev', ports)).toEqual([
      `${NAME} is there.`,
      `${VAPID} is there.`,
      'Its public half is in place.',
    ]);
    expect({ key: state.parameters.get(NAME), file: state.file }).toEqual(before);
  });

  it('give their public half to a project that has lost it', async () => {
    const { privatePem, publicPem } = pair();
    const { state, ports } = memory({ [NAME]: privatePem });
    await ensureSecrets('/gatherlens/dev', ports);
    expect(state.file).toBe(publicPem);
  });

  it('are not overwritten, and neither is the file, if the two do not belong together', async () => {
    const other = pair().publicPem;
    const { privatePem } = pair();
    const { state, ports } = memory({ [NAME]: privatePem }, other);
    await expect(ensureSecrets('/gatherlens/dev', ports)).rejects.toThrow(/is not that of \/gatherlens\/dev/);
    expect(state.file).toBe(other);
    expect(state.parameters.get(NAME)).toBe(privatePem);
  });

  it('never appear in what is printed', async () => {
    const { state, ports } = memory();
    const printed = (await ensureSecrets('/gatherlens/dev', ports)).join('\n');
    expect(printed).not.toMatch(/BEGIN|KEY-----/);
    expect(printed).not.toContain((state.parameters.get(NAME) ?? '').split('\n')[1]);
  });
});

describe('what an operator must paste', () => {
  const keyPath = '/gatherlens/dev/stripe-secret-key';
  const webhookPath = '/gatherlens/dev/stripe-webhook-secrets';

  it('is listed with where to find it and the command that stores it', async () => {
    const lines = await listMissingSecrets('/gatherlens/dev', memory().ports);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${keyPath} is missing (Stripe's secret key: Developers, API keys)`);
    expect(lines[0]).toContain(
      `aws ssm put-parameter --region us-east-1 --type SecureString --name ${keyPath} --value`,
    );
    expect(lines[1]).toContain(`${webhookPath} is missing`);
    expect(lines[1]).toContain('/api/stripe/webhook');
  });

  it('is not made, and not asked for again', async () => {
    const { state, ports } = memory({ [keyPath]: 'sk_test_0' });
    await ensureSecrets('/gatherlens/dev', ports);
    expect(state.parameters.has(webhookPath)).toBe(false);
    const lines = await listMissingSecrets('/gatherlens/dev', ports);
    expect(lines).toEqual([expect.stringContaining(webhookPath)]);
    expect(lines.join()).not.toContain('sk_test_0');
  });
});

describe('Parameter Store', () => {
  const ssm = mockClient(SSMClient);
  const ports = storedSecrets(stages.dev, new SSMClient({ region: 'us-east-1' }));

  it('stores a secret encrypted, and never replaces one', async () => {
    ssm.reset();
    ssm.on(PutParameterCommand).resolves({});
    await ports.createParameter(NAME, 'value');
    expect(ssm.commandCalls(PutParameterCommand)[0]?.args[0].input).toEqual({
      Name: NAME,
      Value: 'value',
      Type: 'SecureString',
      Overwrite: false,
    });
  });

  it('tells a missing secret from one that may not be read', async () => {
    ssm.reset();
    ssm.on(GetParameterCommand).rejectsOnce(new ParameterNotFound({ message: '', $metadata: {} }));
    await expect(ports.readParameter(NAME)).resolves.toBeUndefined();
    ssm.on(GetParameterCommand).rejects(new Error('AccessDenied'));
    await expect(ports.readParameter(NAME)).rejects.toThrow('AccessDenied');
    ssm
      .on(GetParameterCommand, { Name: NAME, WithDecryption: true })
      .resolves({ Parameter: { Value: 'value' } });
    await expect(ports.readParameter(NAME)).resolves.toBe('value');
  });
});

describe('the public key of a stage', () => {
  it('is the placeholder until there is one', () => {
    const key = readMediaKeys({ ...stages.dev, name: 'none' as 'dev' });
    expect(key.belongsToStage).toBe(false);
    expect(createPublicKey(key.pems[0] ?? '').asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  });
});
