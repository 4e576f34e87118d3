import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { errorView } from '../../../shared/contract/entities.ts';
import { errors, errorsAt, useFaultyWorld } from '../../fixtures/faulty-world.ts';
import { call, freshHandler, handlerOf, type SampleCall, sampleCalls } from './sample-calls.ts';

// Every call of the manifest is made once, and then again with each thing that it asks of AWS failing for good, and in one way that
// passes.

const INSIDE = /inside|arn:|exception|throttl|transaction|timeout|SomethingNew|\.ts\b|\bat /i;

useFaultyWorld();

/** What passes by itself is told from what does not, and says when to come again. */
function expectFault(reply: APIGatewayProxyStructuredResultV2, error: Error): void {
  const isPassing = error !== errors.unknown;
  expect(reply.statusCode).toBe(isPassing ? 503 : 500);
  expect(z.strictObject(errorView.shape).parse(JSON.parse(reply.body ?? ''))).toEqual({
    message: isPassing
      ? 'A lot is going on right now. Please try again in a moment.'
      : 'Something went wrong. Please try again.',
    code: isPassing ? 'busy' : 'internal_error',
    requestId: 'request-1',
  });
  expect(JSON.stringify(reply)).not.toMatch(INSIDE);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(reply.headers?.['retry-after']).toBe(isPassing ? '5' : undefined);
  expect(reply.cookies).toBeUndefined();
}

const named = (calls: readonly SampleCall[]) => calls.map((one) => [one.row.id, one] as const);
const withGrant = (grant: 'table' | 'secrets') => sampleCalls.filter(({ row }) => row.grants[grant]?.length);
const signing = withGrant('secrets').filter(({ sample }) => !sample.withMockedAws?.signsNothing);

/** Every command that was sent, with how many of its kind were sent before. */
const placesIn = (commands: readonly string[]) =>
  commands.map((command, at) => ({
    command,
    from: commands.slice(0, at).filter((one) => one === command).length,
  }));

describe('whatever of AWS fails', () => {
  it.each(named(sampleCalls))('%s answers with the one error', async (_id, one) => {
    const handler = await handlerOf(one);
    const well = await call(handler, one);
    const { refusal, isLenient = false } = one.sample.withMockedAws ?? {};
    const declared = Object.keys(one.sample.endpoint.replies);
    expect(refusal === undefined ? declared : [String(refusal)]).toContain(String(well.result.statusCode));
    for (const [at, { from, command }] of placesIn(well.commands).entries()) {
      // A secret that was read once is kept: those that are not, below.
      if (command === 'GetParameter') continue;
      for (const error of errorsAt(at)) {
        const { result, failed } = await call(handler, one, { command, from, times: Infinity, error });
        if (isLenient && result.statusCode === well.result.statusCode) continue;
        expect(failed).toBeGreaterThan(0);
        expectFault(result, error);
      }
    }
  });

  it.each(named(signing))('also where it is a secret, %s answers with it', async (_id, one) => {
    // None is kept of one that could not be read.
    const handler = await freshHandler(one);
    for (const error of Object.values(errors)) {
      const fault = { command: 'GetParameter', from: 0, times: Infinity, error };
      const { result, failed } = await call(handler, one, fault);
      expect(failed).toBeGreaterThan(0);
      expectFault(result, error);
    }
  });
});

/** One at each place: that the others pass as well is told in one place, too, `functions/aws/retry.ts`. */
const PASSING = [errors.throughput, errors.conflict, errors.throttled];

describe('what passes by itself', () => {
  it.each(withGrant('table').map((one, number) => [one.row.id, one, number] as const))(
    'is waited out by %s where it reads many or writes all',
    async (_id, one, number) => {
      // A process repeats only so many reads, and after six at one time keeps what many ask for.
      const handler = await freshHandler(one);
      const well = await call(handler, one);
      const places = placesIn(well.commands).filter(
        ({ command }) => command === 'TransactWrite' || command === 'BatchGet',
      );
      for (const [at, { from, command }] of places.entries()) {
        const error = PASSING[(number + at) % PASSING.length] ?? errors.throttled;
        const { result, failed } = await call(handler, one, { command, from, times: 3, error });
        expect({ failed, status: result.statusCode }).toEqual({
          failed: 3,
          status: well.result.statusCode,
        });
      }
    },
  );
});
