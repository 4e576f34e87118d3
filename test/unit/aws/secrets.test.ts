import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSecret } from '../../../functions/aws/secrets.ts';

const ssm = mockClient(SSMClient);

beforeEach(() => {
  ssm.reset();
});

// One story, since what was read is kept for the life of the process, as in a Lambda.
describe('a secret', () => {
  it('is asked for decrypted, kept for a while, read anew after that, and kept when that fails', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 5, 30), toFake: ['Date'] });
    ssm.on(GetParameterCommand).rejectsOnce(new Error('throttled'));
    await expect(getSecret('media-signing-key')).rejects.toThrow(
      'The secret media-signing-key cannot be read.',
    );

    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: 'first' } });
    expect([await getSecret('media-signing-key'), await getSecret('media-signing-key')]).toEqual([
      'first',
      'first',
    ]);
    expect(ssm.commandCalls(GetParameterCommand).map(({ args }) => args[0].input)).toEqual(
      Array.from({ length: 2 }, () => ({ Name: '/gatherlens/test/media-signing-key', WithDecryption: true })),
    );

    vi.setSystemTime(Date.UTC(2026, 5, 30, 0, 6));
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value: 'rotated' } });
    expect(await getSecret('media-signing-key')).toBe('rotated');

    vi.setSystemTime(Date.UTC(2026, 5, 30, 0, 12));
    ssm.on(GetParameterCommand).rejects(new Error('unreachable'));
    expect(await getSecret('media-signing-key')).toBe('rotated');
    vi.useRealTimers();
  });
});
