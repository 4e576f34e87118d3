import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../infra/local/api-gateway/http-api.ts';
import type { InvokeResult } from '../../infra/local/lambda/invoke.ts';
import type { GatewayRequest } from '../../infra/local/api-gateway/request-event.ts';
import { withForwardedHeaders } from '../../infra/local/api-gateway/forwarded.ts';

const routes = [
  { functionId: 'list-events', method: 'GET', path: '/api/events' },
  { functionId: 'create-event', method: 'POST', path: '/api/events' },
  { functionId: 'get-event', method: 'GET', path: '/api/events/{eventId}' },
  { functionId: 'list-public-events', method: 'GET', path: '/api/events/public' },
  { functionId: 'delete-media', method: 'DELETE', path: '/api/events/{eventId}/media/{mediaId}' },
  { functionId: 'guest-media', method: 'POST', path: '/api/events/{eventId}/media/guest' },
] as const;

const now = new Date('2026-03-12T19:03:58.123Z');

/** A gateway whose functions return `answer`, and whose events are recorded. */
function gatewayWith(
  answer: (functionId: string) => Promise<InvokeResult> | InvokeResult,
  options: { integrationTimeoutMs?: number } = {},
) {
  const calls: { functionId: string; event: Record<string, unknown> }[] = [];
  const gateway = createGateway({
    routes,
    now: () => now,
    newRequestId: () => 'request-1',
    defaultFunctionId: 'fallback',
    port: 3000,
    ...options,
    invoke: async (functionId, event) => {
      calls.push({ functionId, event: event as Record<string, unknown> });
      return answer(functionId);
    },
  });
  return { gateway, calls };
}

const returning = (payload: unknown) => gatewayWith(() => ({ ok: true, payload }));

type Asked = Partial<Omit<GatewayRequest, 'body'>> & { body?: Buffer };

function request({ body, ...over }: Asked = {}): GatewayRequest {
  return {
    method: 'GET',
    target: '/api/events',
    rawHeaders: ['Host', 'api.localhost'],
    body: Readable.from(body === undefined ? [] : [body]),
    sourceIp: '127.0.0.1',
    httpVersion: '1.1',
    ...over,
  };
}

async function eventOf(over: Asked) {
  const { gateway, calls } = returning({});
  await gateway(request(over));
  return calls[0]?.event;
}

async function replyTo(payload: unknown) {
  const reply = await returning(payload).gateway(request());
  return { ...reply, body: String(reply.body) };
}

describe('the event', () => {
  it('has every part of payload format 2.0', async () => {
    const event = await eventOf({
      method: 'POST',
      target: '/api/events?tag=a&tag=b%20c&x=1+2&empty',
      rawHeaders: [
        'Host',
        'api.localhost',
        'User-Agent',
        'Browser/1',
        'Content-Type',
        'application/json; charset=utf-8',
        'Accept',
        'text/html',
        'ACCEPT',
        'text/plain',
        'Connection',
        'keep-alive',
        'Cookie',
        '__Host-session=abc; theme=dark',
        'Cookie',
        'third=3',
      ],
      body: Buffer.from('{"name":"Fête"}'),
    });
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'POST /api/events',
      rawPath: '/api/events',
      rawQueryString: 'tag=a&tag=b%20c&x=1+2&empty',
      cookies: ['__Host-session=abc', 'theme=dark', 'third=3'],
      headers: {
        host: 'api.localhost',
        'user-agent': 'Browser/1',
        'content-type': 'application/json; charset=utf-8',
        accept: 'text/html,text/plain',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-port': '3000',
        'x-forwarded-proto': 'http',
        'x-amzn-trace-id': expect.stringMatching(/^Root=1-69b30e1e-[0-9a-f]{24}$/),
      },
      queryStringParameters: { tag: 'a,b c', x: '1 2', empty: '' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: 'api.localhost',
        domainPrefix: 'api',
        http: {
          method: 'POST',
          path: '/api/events',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'Browser/1',
        },
        requestId: 'request-1',
        routeKey: 'POST /api/events',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: now.getTime(),
      },
      body: '{"name":"Fête"}',
      isBase64Encoded: false,
    });
  });

  it('leaves absent parts out', async () => {
    const event = await eventOf({});
    for (const part of ['cookies', 'queryStringParameters', 'pathParameters', 'body'])
      expect(event).not.toHaveProperty(part);
    expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
  });

  it.each([
    ['image/png', true],
    ['application/x-www-form-urlencoded', true],
    ['multipart/form-data; boundary=x', true],
    [undefined, true],
    ['text/plain', false],
    ['application/xml', false],
    ['Application/JSON', false],
  ])('sends a body of type %s base64-encoded: %s', async (type, encoded) => {
    const body = Buffer.from('\u{1F4F7} body');
    const rawHeaders = type === undefined ? [] : ['Content-Type', type];
    const event = await eventOf({ method: 'POST', rawHeaders, body });
    expect(event).toMatchObject({
      isBase64Encoded: encoded,
      body: body.toString(encoded ? 'base64' : 'utf8'),
    });
  });

  it('decodes path parameters once, and rawPath as HTTP API does', async () => {
    const event = await eventOf({ target: '/api/events/a%252Fb%20%C3%A9' });
    expect(event).toMatchObject({
      routeKey: 'GET /api/events/{eventId}',
      rawPath: '/api/events/a%2Fb é',
      pathParameters: { eventId: 'a%2Fb é' },
    });
  });

  it('takes names such as __proto__ as data', async () => {
    const event = await eventOf({ target: '/api/events?__proto__=1&constructor=2' });
    expect(Object.entries(event?.['queryStringParameters'] ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it('keeps a query whose percent-encoding is malformed', async () => {
    const event = await eventOf({ target: '/api/events?a=%zz&b=1' });
    expect(event).toMatchObject({ queryStringParameters: { a: '%zz', b: '1' } });
  });
});

describe('the route', () => {
  it.each([
    ['GET', '/api/events/public', 'list-public-events', undefined],
    ['GET', '/api/events/evt_1', 'get-event', { eventId: 'evt_1' }],
    ['DELETE', '/api/events/e/media/m', 'delete-media', { eventId: 'e', mediaId: 'm' }],
    ['POST', '/api/events/e/media/guest', 'guest-media', { eventId: 'e' }],
    // The fixed path has no DELETE, so the parameter's route matches: HTTP API compares method and path.
    ['DELETE', '/api/events/e/media/guest', 'delete-media', { eventId: 'e', mediaId: 'guest' }],
    ['GET', '/api/events/a%2Fb', 'get-event', { eventId: 'a/b' }],
  ])('%s %s goes to %s', async (method, target, functionId, pathParameters) => {
    const { gateway, calls } = returning({ statusCode: 200 });
    expect((await gateway(request({ method, target }))).status).toBe(200);
    expect(calls).toEqual([{ functionId, event: expect.objectContaining({ routeKey: expect.any(String) }) }]);
    expect(calls[0]?.event['pathParameters']).toEqual(pathParameters);
  });

  const unknown = ['/api', '/api/nothing', '/api/events/', '/api/events//media/m', '/api/events/a/b'];

  it.each([...unknown.map((target) => ['GET', target]), ['PUT', '/api/events'], ['OPTIONS', '/api/events']])(
    'sends %s %s, which no route matches, to $default',
    async (method, target) => {
      const { gateway, calls } = returning({ statusCode: 404 });
      expect((await gateway(request({ method, target }))).status).toBe(404);
      expect(calls).toEqual([
        { functionId: 'fallback', event: expect.objectContaining({ routeKey: '$default', rawPath: target }) },
      ]);
      expect(calls[0]?.event).not.toHaveProperty('pathParameters');
    },
  );

  it.each(['/api/events/%', '/api/events/%zz', '/api/events/%C3%28', '/api/%E0%A4%A/x'])(
    'answers 400 for the malformed path %s',
    async (target) => {
      const { gateway, calls } = returning({});
      expect((await gateway(request({ target }))).status).toBe(400);
      expect(calls).toEqual([]);
    },
  );
});

describe('the reply', () => {
  it('carries status, headers, several cookies and a body', async () => {
    const reply = await replyTo({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'X-Number': 5, 'Content-Length': '9999' },
      cookies: ['a=1; Path=/', 'b=2; HttpOnly'],
      body: '{}',
    });
    expect(reply).toEqual({
      status: 201,
      headers: { 'apigw-requestid': 'request-1', 'content-type': 'application/json', 'x-number': '5' },
      cookies: ['a=1; Path=/', 'b=2; HttpOnly'],
      body: '{}',
    });
  });

  it('decodes base64 bodies', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x80]);
    const { gateway } = returning({ statusCode: 200, body: bytes.toString('base64'), isBase64Encoded: true });
    expect((await gateway(request())).body).toEqual(bytes);
  });

  it.each([
    'text',
    null,
    { hello: 'world' },
    { statusCode: 'abc' },
    { statusCode: 99 },
    { statusCode: 200, body: { not: 'text' } },
    { statusCode: 200, headers: 'x' },
    { statusCode: 200, cookies: 'a=1' },
  ])('is a 500 for the malformed %j', async (payload) => {
    expect(await replyTo(payload)).toMatchObject({
      status: 500,
      body: '{"message":"Internal Server Error"}',
    });
  });

  it('is a 500 when the function failed, and when invoking it failed', async () => {
    const failing = gatewayWith(() => ({ ok: false, errorType: 'Sandbox.Timedout', errorMessage: '' }));
    const broken = gatewayWith(() => Promise.reject(new Error('host gone')));
    for (const { gateway } of [failing, broken]) {
      const reply = await gateway(request());
      expect([reply.status, String(reply.body)]).toEqual([500, '{"message":"Internal Server Error"}']);
    }
  });

  it('is a 503 when the function answers too late', async () => {
    const { gateway } = gatewayWith(() => new Promise(() => undefined), { integrationTimeoutMs: 5 });
    const reply = await gateway(request());
    expect([reply.status, String(reply.body)]).toEqual([503, '{"message":"Service Unavailable"}']);
  });
});

describe('a request that is too large', () => {
  const tooLong = [413, '{"message":"Request Entity Too Large"}'];

  it('for a function’s event, at 6 MB, does not reach it', async () => {
    const limit = 6_291_456;
    const { gateway, calls } = returning({ statusCode: 200 });
    const rawHeaders = ['Content-Type', 'text/plain'];
    const body = Buffer.alloc(limit, 'a');
    const reply = await gateway(request({ method: 'POST', rawHeaders, body }));
    expect([reply.status, String(reply.body)]).toEqual(tooLong);
    expect(calls).toEqual([]);
    const fitting = { method: 'POST', rawHeaders, body: body.subarray(0, limit - 3000) };
    expect((await gateway(request(fitting))).status).toBe(200);
  });

  it.each([
    ['by what it says', ['Content-Length', String(10 * 1024 * 1024 + 1)], Buffer.alloc(0)],
    ['by what it sends', [], Buffer.alloc(10 * 1024 * 1024 + 1)],
  ])('for the gateway, at 10 MB, is not read to its end: %s', async (_how, rawHeaders, body) => {
    const { gateway, calls } = returning({ statusCode: 200 });
    const reply = await gateway(request({ method: 'POST', rawHeaders, body }));
    expect([reply.status, String(reply.body)]).toEqual(tooLong);
    expect(calls).toEqual([]);
  });
});

describe('forwarded headers', () => {
  it('end X-Forwarded-For with the peer and replace the scheme and port that a client claims', () => {
    const headers = withForwardedHeaders(
      ['X-Forwarded-For', '198.51.100.7', 'X-Forwarded-Proto', 'gopher', 'x-forwarded-for', '203.0.113.9'],
      { sourceIp: '127.0.0.1', port: 3000, now },
    );
    const pairs = Object.fromEntries(
      headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])),
    );
    expect(pairs).toMatchObject({
      'x-forwarded-for': '198.51.100.7, 203.0.113.9, 127.0.0.1',
      'x-forwarded-port': '3000',
      'x-forwarded-proto': 'http',
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-69b30e1e-[0-9a-f]{24}$/),
    });
  });
});

const asked = (bytes: number) => {
  const line = Buffer.byteLength('GET /api/events HTTP/1.1');
  return request({ rawHeaders: ['Host', 'api.localhost', 'Cookie', 'c'.repeat(bytes - line - 13)] });
};

describe('a long request line with headers', () => {
  it('passes up to 10,240 bytes, names not counted, and reaches no function above', async () => {
    const { gateway, calls } = returning({ statusCode: 204 });
    expect((await gateway(asked(10_240))).status).toBe(204);
    expect((await gateway(asked(10_241))).status).toBe(431);
    expect(calls).toHaveLength(1);
  });
});
