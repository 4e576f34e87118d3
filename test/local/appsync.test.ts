import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveMessage } from '../../shared/contract/live-updates.ts';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';
import { publishMessages } from '../../functions/live-updates/publish-messages.ts';
import type { PublishTrouble } from '../../infra/local/appsync/publish-api.ts';
import { type LocalAppSync, startAppSync } from '../../infra/local/appsync/start-appsync.ts';
import { LiveListener, type Ticket } from '../fixtures/live-listener.ts';

const accessKey = { accessKeyId: 'AKIDLOCAL', secretAccessKey: 'secret' };
const channel = '/events/abc/0';
let service: LocalAppSync;
let asked: { operation: string; channel: string | null; token: string }[];
let mayPass: (operation: string, channel: string | null) => boolean;

beforeEach(async () => {
  [asked, mayPass] = [[], () => true];
  service = await startAppSync({ accessKey, region: 'us-east-1', now: () => new Date(), newId: () => 'id' });
  service.authorizeBy(async (event) => {
    const { authorizationToken: token, requestContext } = event as {
      authorizationToken: string;
      requestContext: { operation: string; channel: string | null };
    };
    asked.push({ operation: requestContext.operation, channel: requestContext.channel, token });
    return { ok: true, payload: { isAuthorized: mayPass(requestContext.operation, requestContext.channel) } };
  });
});
afterEach(() => service.close());

const ticket = (change: Partial<Ticket> = {}): Ticket => ({
  url: service.socketUrl,
  host: new URL(service.eventsUrl).host,
  channel,
  ticket: 'token',
  ...change,
});

/** Publishes as functions do. @returns the status and the body */
async function publish(body: unknown, { key = accessKey, signs = true } = {}) {
  const url = new URL(service.eventsUrl);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const signer = new SignatureV4({
    credentials: key,
    region: 'us-east-1',
    service: 'appsync',
    sha256: Sha256,
  });
  const { headers } = await signer.sign(
    new HttpRequest({ method: 'POST', path: url.pathname, headers: { host: url.host }, body: text }),
  );
  const answer = await fetch(url, { method: 'POST', body: text, ...(signs && { headers }) });
  return { status: answer.status, body: await answer.json() };
}

const votes = (count: number) =>
  JSON.stringify({ votes: [{ id: `med_${'a'.repeat(26)}`, count, version: count }] });
const heard = (listener: LiveListener) => listener.messages.map((message) => message.votes?.[0]?.count);

describe('a listener', () => {
  it('hears what is published to its channel, in order, and nothing of another', async () => {
    const [one, other] = [
      await LiveListener.open(ticket()),
      await LiveListener.open(ticket({ channel: '/events/other/0' })),
    ];
    const { status, body } = await publish({ channel, events: [votes(1), votes(2)] });
    expect([status, body]).toEqual([
      200,
      {
        failed: [],
        successful: [
          { identifier: 'id', index: 0 },
          { identifier: 'id', index: 1 },
        ],
      },
    ]);
    await publish({ channel: 'events/abc/0/', events: [votes(3)] });
    await publish({ channel: '/events/other/0', events: [votes(9)] });
    await one.hears((message) => (message.votes?.[0]?.count === 3 ? true : undefined));
    await other.hears((message) => message.votes);
    expect([heard(one), heard(other)]).toEqual([[1, 2, 3], [9]]);
    expect(JSON.parse(one.frames.at(-1) ?? '')).toEqual({ id: '1', type: 'data', event: [votes(3)] });
  });

  it('is asked about when it connects and with each subscription, and neither answer is kept', async () => {
    const listener = await LiveListener.open(ticket());
    await listener.subscribe(ticket({ ticket: 'other', channel: '/events/b/1' }));
    expect(asked).toEqual([
      { operation: 'EVENT_CONNECT', channel: null, token: 'token' },
      { operation: 'EVENT_SUBSCRIBE', channel, token: 'token' },
      { operation: 'EVENT_SUBSCRIBE', channel: '/events/b/1', token: 'other' },
    ]);
    mayPass = () => false;
    expect(await listener.subscribe(ticket({ channel: '/events/c/1' }))).toBe('subscribe_error');
    await expect(LiveListener.connect(ticket())).rejects.toThrow('refused');
  });

  it.each<[string, () => Partial<Ticket>]>([
    ['another host', () => ({ host: 'elsewhere' })],
    ['another path', () => ({ url: `${service.socketUrl}/other` })],
  ])('is refused with %s', async (_what, change) => {
    await expect(LiveListener.connect(ticket(change()))).rejects.toThrow('refused');
  });

  it('is refused channels that there cannot be', async () => {
    const listener = await LiveListener.open(ticket());
    for (const name of ['/other/a', '/events/a_b', `/events/${'a'.repeat(51)}`, '/events/a/b/c/d/e', ''])
      expect([name, await listener.subscribe(ticket({ channel: name }))]).toEqual([name, 'subscribe_error']);
  });

  it('is dropped where a test asks for it', async () => {
    const listener = await LiveListener.open(ticket());
    const lost = listener.hears(() => undefined);
    service.dropListeners();
    await expect(lost).rejects.toThrow('closed');
  });
});

describe('publishing is refused', () => {
  it.each<[string, unknown, object, number]>([
    ['without a signature', { channel, events: ['1'] }, { signs: false }, 401],
    [
      'with a key that is not known',
      { channel, events: ['1'] },
      { key: { accessKeyId: 'AKIDX', secretAccessKey: 'secret' } },
      403,
    ],
    ['with another secret', { channel, events: ['1'] }, { key: { ...accessKey, secretAccessKey: 'x' } }, 403],
    ['with no event', { channel, events: [] }, {}, 400],
    ['with six events', { channel, events: Array.from({ length: 6 }, () => '1') }, {}, 400],
    ['with an event that is no JSON', { channel, events: ['{'] }, {}, 400],
    ['with an event of more than 240 KB', { channel, events: [`"${'a'.repeat(245_760)}"`] }, {}, 400],
    ['to a channel that there cannot be', { channel: '/events/*', events: ['1'] }, {}, 400],
    ['to another namespace', { channel: '/other/a', events: ['1'] }, {}, 404],
    ['without JSON', '{', {}, 400],
  ])('%s', async (_what, body, options, status) => {
    expect((await publish(body, options)).status).toBe(status);
  });
});

describe('what the product publishes', () => {
  beforeEach(() => {
    vi.stubEnv('LIVE_EVENTS_URL', service.eventsUrl);
    vi.stubEnv('AWS_ACCESS_KEY_ID', accessKey.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', accessKey.secretAccessKey);
    vi.stubEnv('AWS_REGION', 'us-east-1');
  });
  afterEach(() => vi.unstubAllEnvs());

  it.each<[PublishTrouble, number]>([
    ['throttled', 6],
    ['first-fails', 6],
    ['answer-lost', 11],
    ['twice', 11],
  ])('arrives whole where a request is %s', async (trouble, deliveries) => {
    const listener = await LiveListener.open(ticket());
    service.troubleNext(trouble);
    const counts = [1, 2, 3, 4, 5, 6];
    await publishMessages(
      channel,
      counts.map((count) => liveMessage.parse(JSON.parse(votes(count)))),
    );
    await listener.hears((message) => (message.votes?.[0]?.count === 6 ? true : undefined));
    expect([...new Set(heard(listener))].toSorted((a = 0, b = 0) => a - b)).toEqual(counts);
    expect(heard(listener)).toHaveLength(deliveries);
  });

  it('goes over one connection', async () => {
    let opened = 0;
    const count = () => void (opened += 1);
    subscribe('net.client.socket', count);
    onTestFinished(() => void unsubscribe('net.client.socket', count));
    for (const number of [1, 2, 3])
      await publishMessages(channel, [liveMessage.parse(JSON.parse(votes(number)))]);
    expect(opened).toBe(1);
  });
});
