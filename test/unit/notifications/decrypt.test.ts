import { expect, it } from 'vitest';
import { decrypt } from '../../../infra/local/web-push-service/decrypt.ts';

// RFC 8291, appendix A.
const keys = {
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const message = Buffer.from(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  'base64url',
);

it("decrypts the standard's own example", () => {
  expect(decrypt(message, keys)).toBe('When I grow up, I want to be a watermelon');
});

it('refuses what was meant for somebody else, or was changed', () => {
  expect(() => decrypt(message, { ...keys, auth: 'BTBZMqHH6r4Tts7J_aSIgA' })).toThrow(
    'unable to authenticate',
  );
  const changed = Buffer.from(message);
  changed[100] = (changed[100] ?? 0) ^ 1;
  expect(() => decrypt(changed, keys)).toThrow('unable to authenticate');
  expect(() => decrypt(message.subarray(0, 50), keys)).toThrow('No aes128gcm.');
});
