import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseWebhookEvent } from '../../../functions/payments/parse-webhook-event.ts';
import { parseWebhookSecrets } from '../../../functions/payments/webhook-secrets.ts';

const NOW = new Date('2026-07-01T12:00:00.000Z');
const STAMP = NOW.getTime() / 1000;
// Blanks, an escape and a letter of two bytes: what a parsed and rewritten body would lose.
const BODY =
  '{\n  "id": "evt_1", "object": "event",\n  "type": "charge.refunded", "data": {"object": {"name": "Zo\\u00eb é"}}\n}';

const sign = (secret: string, stamp = STAMP, body = BODY) =>
  createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');

function request(change: { signature?: string; body?: string; isBase64Encoded?: boolean } = {}) {
  const { signature = `t=${STAMP},v1=${sign('whsec_a')}`, body = BODY, isBase64Encoded = false } = change;
  return {
    headers: { 'stripe-signature': signature },
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  };
}

const read = (change: Parameters<typeof request>[0] = {}, secrets = ['whsec_a']) =>
  parseWebhookEvent(request(change), secrets, NOW);

describe('a delivery', () => {
  it.each([false, true])('is read from its bytes (base64: %s)', (isBase64Encoded) => {
    expect(read({ isBase64Encoded })).toEqual({
      id: 'evt_1',
      type: 'charge.refunded',
      object: { name: 'Zoë é' },
    });
  });

  it.each([
    ['the old secret', `t=${STAMP},v1=${sign('whsec_old')}`],
    ['the new secret', `t=${STAMP},v1=${sign('whsec_new')}`],
    ['both', `t=${STAMP},v1=${sign('whsec_new')},v1=${sign('whsec_old')}`],
    ['another scheme beside', `t=${STAMP},v1=${sign('whsec_new')},v0=abc`],
  ])('signed with %s is taken while a secret is rotated', (_name, signature) => {
    expect(read({ signature }, ['whsec_new', 'whsec_old']).id).toBe('evt_1');
  });

  it.each([-300, 300])('may be %i seconds off', (seconds) => {
    const stamp = STAMP + seconds;
    expect(read({ signature: `t=${stamp},v1=${sign('whsec_a', stamp)}` }).id).toBe('evt_1');
  });

  it.each([
    ['an old stamp', `t=${STAMP - 301},v1=${sign('whsec_a', STAMP - 301)}`],
    ['a stamp from the future', `t=${STAMP + 301},v1=${sign('whsec_a', STAMP + 301)}`],
    ['two stamps, one from the future', `t=${STAMP + 301},t=${STAMP},v1=${sign('whsec_a')}`],
    ['another secret', `t=${STAMP},v1=${sign('whsec_b')}`],
    ['no signature', `t=${STAMP}`],
    ['no stamp', `v1=${sign('whsec_a')}`],
    ['a stamp that is none', `t=now,v1=${sign('whsec_a')}`],
    ['nothing', ''],
  ])('with %s is refused', (_name, signature) => {
    expect(() => read({ signature })).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });

  it('with a changed body is refused', () => {
    expect(() => read({ body: BODY.replace('evt_1', 'evt_2') })).toThrow('The signature is not valid.');
    expect(() => read({ body: JSON.stringify(JSON.parse(BODY)) })).toThrow('The signature is not valid.');
  });

  it('without a body, or without any secret, is refused', () => {
    expect(() => read({ body: '' })).toThrow('The signature is not valid.');
    expect(() => read({}, [])).toThrow('The signature is not valid.');
  });
});

describe('the secrets of the webhook', () => {
  it('are separated by blanks, lines or commas', () => {
    expect(parseWebhookSecrets(' whsec_a\nwhsec_b, whsec_c\n')).toEqual(['whsec_a', 'whsec_b', 'whsec_c']);
  });
});
