import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressReply } from '../../../functions/http/kit/compress-reply.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';

const body = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ id: at, name: 'the same again' })));
const reply = { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
const asked = (accepted?: string) =>
  compressReply(
    reply,
    apiGatewayEvent({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }),
  );

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
])('answers %s with %s, and the same content', (accepted, encoding) => {
  const { headers, body: sent = '', isBase64Encoded } = asked(accepted);
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
  expect(isBase64Encoded).toBe(true);
  const bytes = Buffer.from(sent, 'base64');
  expect((encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(body);
  expect(bytes.length).toBeLessThan(body.length / 5);
});

it.each([undefined, '', 'identity', 'gzip;q=0'])('leaves it as it is for %s', (accepted) => {
  expect(asked(accepted)).toEqual({ ...reply, headers: { ...reply.headers, vary: 'accept-encoding' } });
});

it('leaves small replies alone', () => {
  const small = { statusCode: 200, body: '{}' };
  expect(compressReply(small, apiGatewayEvent({ headers: { 'accept-encoding': 'gzip' } }))).toBe(small);
});
