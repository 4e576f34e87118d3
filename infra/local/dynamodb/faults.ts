import { json, throttled } from './refusals.ts';
import type { Answer } from './upstream.ts';

/**
 * What a test has happen to a request: it is throttled, the table fails (500) or is not there (503), or it is
 * carried out and its answer is lost.
 */
export type TableFault = 'throttled' | 'failed' | 'unavailable' | 'lost' | undefined;
export type TableFaultInjection = (request: { operation: string }) => TableFault;

const FAILURES = {
  failed: { status: 500, name: 'InternalServerError' },
  unavailable: { status: 503, name: 'ServiceUnavailable' },
} as const;

export async function faultyAnswer(
  fault: Exclude<TableFault, undefined>,
  carryOut: () => Promise<Answer>,
): Promise<Answer> {
  if (fault === 'throttled') return throttled({ of: 'table', kind: 'write' });
  if (fault === 'lost') {
    await carryOut();
    throw new Error('The answer is lost.');
  }
  const { status, name } = FAILURES[fault];
  return json(status, {
    __type: `com.amazonaws.dynamodb.v20120810#${name}`,
    message: 'A fault that was asked for.',
  });
}
