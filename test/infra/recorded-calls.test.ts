import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { linesOf, readRecordedRights, type RecordedRights } from '../recorded-calls/recorded-rights.ts';
import { grantedRights } from './granted-rights.ts';
import { forgetful, superfluous, withMadeFunctions } from './made-functions.ts';
import { exceptedRights, unrecordedGrants } from '../recorded-calls/unrecorded-grants.ts';

// What each function asked of AWS in the API tests, compared with what its role holds.

const recorded = await readRecordedRights();
const synthesized = withMadeFunctions();
const granted: RecordedRights = Object.fromEntries(
  functions.map((row) => [row.id, grantedRights(row, synthesized)]),
);

type Compared = {
  readonly granted: RecordedRights;
  readonly recorded: RecordedRights;
  /** `function action resource`, never recorded. */
  readonly never: readonly string[];
  /** The same for what is recorded by chance, and so not kept. */
  readonly byChance: readonly string[];
};

/** What is wrong, a sentence each. */
function disagreements({ granted: may, recorded: does, never, byChance }: Compared): string[] {
  const [held, used] = [linesOf(may), linesOf(does)];
  return [
    ...without(used, held).map((line) => `used and not held: ${line}`),
    ...without(held, [...used, ...never, ...byChance]).map((line) => `held and not used: ${line}`),
    ...[...without(never, without(held, used)), ...without(byChance, held)].map(
      (line) => `an exception that is not needed: ${line}`,
    ),
  ];
}

function without(rights: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return rights.filter((right) => !known.has(right));
}

const asItIs: Compared = {
  granted,
  recorded,
  never: exceptedRights('never'),
  byChance: exceptedRights('by chance'),
};

it('every function that may do something is recorded', () => {
  const may = functions.filter(({ id }) => granted[id]?.length).map(({ id }) => id);
  expect(may.length).toBeGreaterThan(40);
  const unrecorded = may.filter((id) => !(id in recorded));
  expect(
    unrecorded.map((id) => `${id}: npx vitest run --project api test/api/access.test.ts -t ${id} -u`),
  ).toEqual([]);
});

it('every function may do what it does, and nothing else', () => {
  expect(disagreements(asItIs)).toEqual([]);
});

it.each(unrecordedGrants.map((exception) => [exception.functions.join(', '), exception] as const))(
  'the exception for %s has a reason',
  (_functions, { reason }) => {
    expect(reason).toMatch(/\w{3}.*\.$/);
  },
);

const found = (change: Partial<Compared>) => disagreements({ ...asItIs, ...change });

const castVoteAs = (row: FunctionRow): string[] =>
  found({ granted: { ...granted, 'cast-vote': grantedRights(row, synthesized) } });

describe('a mistake is named:', () => {
  it('a right that was forgotten', () => {
    expect(castVoteAs(forgetful)).toEqual(['used and not held: cast-vote dynamodb:PutItem table']);
  });

  it('superfluous rights of every kind', () => {
    expect(castVoteAs(superfluous)).toEqual(
      [
        'cloudfront:CreateInvalidation distribution',
        'dynamodb:Query index/gsi2',
        's3:DeleteObject media/held/',
        's3:ListBucket media/open/',
        'sqs:SendMessage media',
        'ssm:GetParameter stripe-secret-key',
      ].map((right) => `held and not used: cast-vote ${right}`),
    );
  });

  it('an exception for a right that is now recorded, or no longer granted', () => {
    const [line = ''] = asItIs.never;
    const [id = '', ...words] = line.split(' ');
    const used = { ...recorded, [id]: [...(recorded[id] ?? []), words.join(' ')] };
    expect(found({ recorded: used })).toEqual([`an exception that is not needed: ${line}`]);
    const gone = 'get-votes dynamodb:DeleteItem table';
    expect(found({ byChance: [...asItIs.byChance, gone] })).toEqual([
      `an exception that is not needed: ${gone}`,
    ]);
  });
});
