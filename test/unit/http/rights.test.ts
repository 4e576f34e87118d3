import { describe, expect, it } from 'vitest';
import { useFaultyWorld } from './faulty-world.ts';
import { call, freshHandler, rows } from './sample-calls.ts';
import { granted, neededBy, neededByAddresses } from './rights.ts';

// One machine lets every function do everything: a right that the manifest forgot shows in AWS alone, or here.
useFaultyWorld();

describe("a call's row grants", () => {
  it.each(rows.map((row) => [row.id, row] as const))('%s all that it does', async (_id, row) => {
    const { result, commands, inputs } = await call(await freshHandler(row), row);
    const needed = commands.flatMap((command, at) => neededBy(command, inputs[at]));
    const signed = neededByAddresses(`${result.body ?? ''} ${String(result.headers?.['location'] ?? '')}`);
    const rights = granted(row.grants);
    expect([...new Set([...needed, ...signed])].filter((need) => !rights.has(need))).toEqual([]);
  });

  it('and upload addresses among it', () => {
    const address =
      'https://media-inside.s3.us-east-1.amazonaws.com/incoming/upl_1?X-Amz-Expires=900&x-id=PutObject';
    expect(neededByAddresses(`{"url":"${address}"}`)).toEqual(['PutObject incoming/']);
  });
});
