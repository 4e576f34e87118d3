import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { SECRET_SECONDS } from '../../../functions/aws/secrets.ts';
import { mediaSigner } from '../../../functions/storage/media-signer.ts';
import { newMediaKey } from '../../fixtures/media-key.ts';

const ssm = mockClient(SSMClient);
let clockMs = Date.now();
type Key = ReturnType<typeof newMediaKey>;
let first: Key;
let second: Key;

/** A function that was deployed with these ids, five minutes after the parameter got these keys. */
function given(keys: readonly Key[], known: readonly Key[]): void {
  clockMs += SECRET_SECONDS * 1000;
  vi.setSystemTime(clockMs);
  ssm
    .on(GetParameterCommand)
    .resolves({ Parameter: { Value: keys.map(({ privateKey }) => privateKey).join('') } });
  process.env['MEDIA_KEY_IDS'] = known.map(({ ids }) => ids).join(' ');
}

beforeEach(() => {
  [first, second] = [newMediaKey('K1'), newMediaKey('K2')];
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

it('is the only key, with CloudFront’s id of it', async () => {
  given([first], [first]);
  expect(await mediaSigner()).toEqual({ privateKey: first.privateKey, keyPairId: 'K1' });
});

it('is the first stored key, also where the second is known', async () => {
  given([first, second], [first, second]);
  expect(await mediaSigner()).toEqual({ privateKey: first.privateKey, keyPairId: 'K1' });
  given([second, first], [first, second]);
  expect(await mediaSigner()).toEqual({ privateKey: second.privateKey, keyPairId: 'K2' });
});

it('is the earlier key in a version that was deployed before the second', async () => {
  given([second, first], [first]);
  expect(await mediaSigner()).toEqual({ privateKey: first.privateKey, keyPairId: 'K1' });
});

it('is none where CloudFront would refuse all', async () => {
  given([second], [first]);
  await expect(mediaSigner()).rejects.toThrow('CloudFront knows none of the stored media keys.');
});
