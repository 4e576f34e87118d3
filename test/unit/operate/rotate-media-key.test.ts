import { beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, publicHalf, splitKeys } from '../../../functions/aws/signing-keys.ts';
import { rotateMediaKey, type RotationPorts } from '../../../infra/operate/rotate-media-key.ts';
import { newMediaKey } from '../../fixtures/media-key.ts';

// What the steps refuse. That they break no picture is in test/local/media-key-rotation.test.ts.

const STANDARD_PARAMETER_BYTES = 4096;
const first = newMediaKey().privateKey;
let state: { parameter: string; file: string; deployed: string[]; changedAt: Date; now: Date };

const ports: RotationPorts = {
  readParameter: async () => state.parameter,
  replaceParameter: async (_path, value) => {
    Object.assign(state, { parameter: value, changedAt: state.now });
  },
  changedAt: async () => state.changedAt,
  readPublicKeys: async () => state.file,
  writePublicKeys: async (pems) => {
    state.file = pems;
  },
  deployedKeys: async () => state.deployed,
  now: () => state.now,
};
const rotate = () => rotateMediaKey('/gatherlens/dev', ports);
const deploy = (): void => {
  state.deployed = splitKeys(state.file).map(fingerprint);
};
const passMinutes = (minutes: number): void => {
  state.now = new Date(state.now.getTime() + minutes * 60_000);
};

beforeEach(() => {
  const now = new Date('2026-06-01T12:00:00Z');
  state = { parameter: first, file: publicHalf(first), deployed: [], changedAt: now, now };
  deploy();
});

describe('the exchange of the media key', () => {
  it('ends with one trusted key, and can begin again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [before] = splitKeys(state.parameter);
      await rotate();
      deploy();
      await rotate();
      passMinutes(65);
      await rotate();
      deploy();
      expect(splitKeys(state.file)).toEqual([publicHalf(splitKeys(state.parameter)[0] ?? '')]);
      expect(state.parameter.startsWith(before ?? '')).toBe(false);
      expect(state.parameter.length).toBeLessThanOrEqual(STANDARD_PARAMETER_BYTES);
    }
  });

  it('does not sign with a key that is not deployed', async () => {
    await rotate();
    await expect(rotate()).rejects.toThrow('deploy first');
    expect(splitKeys(state.parameter)[0]).toBe(first);
  });

  it('keeps the old key as long as its last cookie, whose signer had read it five minutes before', async () => {
    await rotate();
    deploy();
    await rotate();
    const both = state.file;
    passMinutes(64);
    await expect(rotate()).rejects.toThrow('wait until 2026-06-01T13:05:00.000Z');
    expect(state.file).toBe(both);
  });

  it('goes on after the program ended between its two writes', async () => {
    await rotate();
    state.file = publicHalf(first);
    await rotate();
    expect(splitKeys(state.file)).toEqual(splitKeys(state.parameter).map(publicHalf));
  });

  it.each<[string, () => void]>([
    ['no stored key', () => (state.parameter = '')],
    ['no public key', () => (state.file = '')],
    ['a stored key that CloudFront does not know', () => (state.parameter = newMediaKey().privateKey)],
  ])('does not begin with %s', async (_what, change) => {
    change();
    const before = { ...state };
    await expect(rotate()).rejects.toThrow('run npm run secrets first');
    expect(state).toEqual(before);
  });

  it('does not give up the first key where the second was lost', async () => {
    await rotate();
    deploy();
    state.parameter = first;
    await expect(rotate()).rejects.toThrow('lacks the second key');
    expect(state.parameter).toBe(first);
  });

  it('prints no key', async () => {
    const said = [await rotate()];
    deploy();
    said.push(await rotate());
    expect(said.join('\n')).not.toMatch(/BEGIN|KEY-----/);
  });
});
