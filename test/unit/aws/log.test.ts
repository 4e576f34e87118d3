import { afterEach, describe, expect, it, vi } from 'vitest';
import { log } from '../../../functions/aws/log.ts';
import { ConditionsFailed } from '../../../functions/table/dynamo.ts';

afterEach(() => vi.restoreAllMocks());

/** The line that is written for an error. */
function lineOf(error: Error): { text: string; error: any } {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void lines.push(String(line)));
  // Where Powertools has a console of its own, it writes there.
  const own = Reflect.get(log, 'console') as Console | undefined;
  if (own) vi.spyOn(own, 'error').mockImplementation((line: unknown) => void lines.push(String(line)));
  log.error('request failed', { requestId: 'request-1', error });
  const [text = ''] = lines;
  return { text, error: JSON.parse(text).error };
}

describe('a line about an error', () => {
  it('says what it is and where, with its causes', () => {
    const cause = new TypeError('inner');
    const { error } = lineOf(new RangeError('outer', { cause }));
    expect(error).toMatchObject({
      name: 'RangeError',
      message: 'outer',
      cause: { name: 'TypeError', message: 'inner' },
    });
    expect(error.stack).toContain('log.test.ts');
  });

  it('keeps nothing else that it carries: no row that was found, no answer, no claim', () => {
    const row = { pk: 'GUEST#1', name: 'Zephyrine', email: 'z@example.com', tokenHash: 'hash-of-token' };
    const refused = new ConditionsFailed([{ found: row }]);
    const provider = Object.assign(new Error('no', { cause: { claims: { email: 'z@example.com' } } }), {
      raw: { billing_details: { name: 'Zephyrine' } },
      headers: { authorization: 'Bearer secret-key' },
    });
    const wrapped = new Error('outer', { cause: provider });
    for (const error of [refused, provider, wrapped]) {
      expect(lineOf(error).text).not.toMatch(/Zephyrine|z@example|hash-of-token|secret-key/);
    }
  });
});
