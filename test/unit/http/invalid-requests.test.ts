import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { errorView } from '../../../shared/contract/entities.ts';
import { EXPECTED_USER_HEADER, SESSION_CHANGED } from '../../../shared/contract/expected-user.ts';
import { useFaultyWorld } from '../../fixtures/faulty-world.ts';
import {
  MALFORMED_IDS,
  REFUSED_BODIES,
  REFUSED_TYPES,
  refusedInBody,
  refusedInQuery,
} from '../../fixtures/refused-values.ts';
import type { SampleRequest } from '../../samples/sample.ts';
import {
  filledSample,
  gatewayRequest,
  handlerOf,
  type SampleCall,
  sampleCalls,
  send,
} from './sample-calls.ts';

// Derived from the contract: each call refuses each kind of thing that it does not declare. `test/api/contract.test.ts` sends
// one of each kind to each call of the running system.

useFaultyWorld();

type Refused = {
  readonly status: number;
  readonly code: string;
  readonly issues: { path: string; message: string }[];
};

/** Sends a call's sample with a change, and expects the one shape of refusals. */
async function refusalOf(
  one: SampleCall,
  change: (request: SampleRequest) => SampleRequest & { readonly text?: string },
): Promise<Refused> {
  const { caller, request } = await filledSample(one.sample);
  const { text, ...changed } = change(request);
  const sent = gatewayRequest(one.sample.endpoint, caller, changed);
  const { result } = await send(await handlerOf(one), { ...sent, ...(text !== undefined && { body: text }) });
  return readRefusal(result);
}

function readRefusal({ statusCode = 0, body = '', headers }: APIGatewayProxyStructuredResultV2): Refused {
  const view = z.strictObject(errorView.shape).parse(JSON.parse(body));
  expect([view.requestId, headers?.['cache-control']]).toEqual(['request-1', 'no-store']);
  const { code, message, issues = [] } = view;
  if (issues[0]) expect(message).toBe(issues[0].message);
  return { status: statusCode, code, issues };
}

const having = (part: 'params' | 'query' | 'body') =>
  sampleCalls.filter(({ sample }) => sample.endpoint[part]).map((one) => [one.row.id, one] as const);

it.each(having('params'))('a malformed id in the path is the same 404 in %s', async (_id, one) => {
  for (const [, name = ''] of one.sample.endpoint.path.matchAll(/\{(\w+)\}/g))
    for (const value of MALFORMED_IDS)
      expect(
        await refusalOf(one, (request) => ({ ...request, params: { ...request.params, [name]: value } })),
      ).toEqual({ status: 404, code: 'not_found', issues: [] });
});

/** The first part of a path into a value. */
const fieldIn = ({ issues: [first] }: Refused) => first?.path.split('.')[0];

describe('invalid input', () => {
  it.each(having('body'))('in a field of the body of %s is a 400 with its name', async (_id, one) => {
    for (const [name, value] of refusedInBody(one.sample.endpoint.body as z.ZodMiniType)) {
      const refused = await refusalOf(one, (request) => ({
        ...request,
        body: { ...(request.body as object), [name]: value },
      }));
      expect([refused.status, fieldIn(refused)]).toEqual([400, name]);
    }
  });

  it.each(having('query'))('in the query of %s is a 400 with its name', async (_id, one) => {
    for (const [name, value] of refusedInQuery(one.sample.endpoint.query as z.ZodMiniType)) {
      const refused = await refusalOf(one, (request) => ({
        ...request,
        query: { ...request.query, [name]: String(value) },
      }));
      expect([refused.status, refused.issues[0]?.path]).toEqual([400, name]);
    }
  });

  it.each(having('body'))('as the whole body of %s is a 400, and of another type a 415', async (_id, one) => {
    for (const text of REFUSED_BODIES)
      expect(await refusalOf(one, (request) => ({ ...request, text }))).toMatchObject({ status: 400 });
    for (const type of REFUSED_TYPES)
      expect(
        await refusalOf(one, (request) => ({ ...request, headers: { 'content-type': type } })),
      ).toMatchObject({ status: 415, code: 'json_expected' });
  });
});

const decidedBySession = sampleCalls
  .filter(({ sample: { endpoint } }) => endpoint.audience !== 'none' && endpoint.audience !== 'guest')
  .map((one) => [one.row.id, one] as const);

it.each(decidedBySession)(
  'a page that takes somebody else for signed in is refused by %s',
  async (_id, one) => {
    const refused = await refusalOf(one, (request) => ({
      ...request,
      headers: { ...request.headers, [EXPECTED_USER_HEADER]: 'usr_somebody' },
    }));
    expect(refused).toMatchObject({ status: 401, code: SESSION_CHANGED });
  },
);
