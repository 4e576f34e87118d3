import { describe, expect, it } from 'vitest';
import { errorView } from '../../../shared/contract/entities.ts';
import { handler } from '../../../functions/http/answer-unmatched.ts';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { allowedMethods } from '../../../functions/http/kit/allowed-methods.ts';
import { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';

const id = 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa';

describe('the methods of an address', () => {
  it.each([
    ['/api/events', ['GET', 'POST']],
    [`/api/events/${id}`, ['DELETE', 'GET', 'PUT']],
    // A fixed part and a parameter at the same place: both are there.
    ['/api/events/public', ['DELETE', 'GET', 'PUT']],
    [`/api/events/${id}/media/guest`, ['DELETE', 'POST']],
    ['/api/events/', []],
    ['/api/events//media', []],
    ['/api', []],
    ['/api/nothing', []],
    ['/', []],
  ])('%s are %j', (path, methods) => {
    expect(allowedMethods(endpoints, path)).toEqual(methods);
  });

  it('are those of the contract for every call', () => {
    for (const { method, path } of endpoints) {
      expect(allowedMethods(endpoints, path.replaceAll(/\{\w+\}/g, 'x'))).toContain(method);
    }
  });
});

describe('a request that no route takes', () => {
  it.each([
    ['PATCH', '/api/events', 405, 'method_not_allowed', 'GET, POST'],
    ['GET', '/api/nothing', 404, 'not_found', undefined],
  ])('%s %s is answered %i %s', async (method, path, status, code, allow) => {
    const reply = await handler(apiGatewayEvent({ method, path }));
    expect(reply.statusCode).toBe(status);
    expect(reply.headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(allow !== undefined && { allow }),
    });
    expect(errorView.parse(JSON.parse(reply.body ?? ''))).toMatchObject({ code, requestId: 'request-1' });
  });
});
