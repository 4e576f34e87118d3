import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as clients from '../../../functions/aws/clients.ts';
import { withinRun } from '../../../functions/aws/deadline.ts';
import { isTransient } from '../../../functions/aws/retry.ts';
import { useLeapingClock } from '../../fixtures/leaping-clock.ts';

const { s3Client, ssmClient } = clients;
const made = Object.entries(clients).flatMap(([name, make]) =>
  name.endsWith('Client') ? [[name, make as typeof ssmClient] as const] : [],
);

// A file before this one may have mocked them.
beforeAll(() => {
  mockClient(S3Client).restore();
  mockClient(SSMClient).restore();
});
beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'a');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'b');
  useLeapingClock({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A service that never answers. @returns how many requests it got */
function silence(onRequest = () => {}): { requests: number } {
  const seen = { requests: 0 };
  vi.spyOn(NodeHttpHandler.prototype, 'handle').mockImplementation((_request, options) => {
    seen.requests += 1;
    const signal = options?.abortSignal as AbortSignal;
    const error = () => Object.assign(new Error('aborted'), { name: 'AbortError', cause: signal.reason });
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(error()));
    onRequest();
    return promise;
  });
  return seen;
}

const context = { getRemainingTimeInMillis: () => 15_000 };

describe('a client', () => {
  it.each(made)('%s repeats nothing by itself, and everything in the one place', async (_, make) => {
    expect(await make().config.maxAttempts()).toBe(1);
    expect(make().middlewareStack.identify().join()).toContain('retryWithBackoff');
  });

  it('gives a request up that is not answered within the run, as one that may work in a moment', async () => {
    const seen = silence();
    const command = new GetParameterCommand({ Name: 'secret' });
    const error: unknown = await withinRun(context, () => ssmClient().send(command)).catch(
      (reason) => reason,
    );
    expect(error).toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } });
    expect(isTransient(error)).toBe(true);
    expect(seen.requests).toBe(1);
  });

  it('does not repeat what its sender gave up', async () => {
    const gone = new AbortController();
    const seen = silence(() => gone.abort());
    const command = new GetObjectCommand({ Bucket: 'bucket', Key: 'key' });
    const asked = withinRun(context, () => s3Client().send(command, { abortSignal: gone.signal }));
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen.requests).toBe(1);
  });
});
