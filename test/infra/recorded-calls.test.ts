import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { stages } from '../../infra/stages/stages.ts';
import { linesOf, readRecordedRights, type RecordedRights } from '../recorded-calls/recorded-rights.ts';
import { grantedRights } from './granted-rights.ts';
import { fewFunctions, synthesize, synthesizedAsIs } from './synthesized-templates.ts';
import { exceptedRights, unrecordedGrants } from '../recorded-calls/unrecorded-grants.ts';

// What each function asked of AWS in the API tests, compared with what its role holds.

const stage = { ...stages.staging, highlightsModel: { modelId: 'maker.model-v1:0' } };
const recorded = await readRecordedRights();
const synthesized = synthesizedAsIs(stage);
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

describe('a mistake is named:', () => {
  const castVote = functions.find(({ id }) => id === 'cast-vote') as FunctionRow;
  function withGrants(grants: FunctionRow['grants']): string[] {
    const row = { ...castVote, grants };
    const others = fewFunctions.filter((other) => other !== castVote);
    return grantedRights(row, synthesize({ stage, functions: [row, ...others] }));
  }

  it('a right that was forgotten', () => {
    const table = (castVote.grants.table ?? []).filter((action) => action !== 'PutItem');
    expect(
      found({ granted: { ...granted, 'cast-vote': withGrants({ ...castVote.grants, table }) } }),
    ).toEqual(['used and not held: cast-vote dynamodb:PutItem table']);
  });

  it('superfluous rights of every kind', () => {
    const rights = withGrants({
      ...castVote.grants,
      indexes: ['gsi2'],
      objects: [{ prefix: 'media/held/', actions: ['DeleteObject'] }],
      listObjects: ['media/open/'],
      send: ['media'],
      secrets: ['stripe-secret-key'],
      invalidate: true,
    });
    expect(found({ granted: { ...granted, 'cast-vote': rights } })).toEqual(
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
