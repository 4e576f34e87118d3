import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages/stages.ts';
import { type DeployedStacks, deployedStacks, refusals } from './deployed-stacks.ts';
import { synthesizedAsIs } from './synthesized-templates.ts';

// `released-stacks.json` is what the last release deployed. After the next one:
// RECORD_RELEASE=1 npx vitest run --project infra test/infra/upgrade.test.ts && npx oxfmt test/infra

const file = new URL('released-stacks.json', import.meta.url);
const present: Record<string, DeployedStacks> = Object.fromEntries(
  Object.values(stages).map((stage) => [stage.name, deployedStacks(synthesizedAsIs(stage))]),
);
if (process.env['RECORD_RELEASE']) writeFileSync(file, JSON.stringify(present, undefined, 2));
const released = JSON.parse(readFileSync(file, 'utf8')) as typeof present;

describe.each(Object.keys(stages))('the stacks of %s', (stage) => {
  const [before, after] = [released[stage] ?? {}, present[stage] ?? {}];

  it('can be deployed where there are none', () => {
    expect(refusals({}, after)).toEqual([]);
  });

  it('can replace those of the last release, whatever is deployed at the same time', () => {
    expect(Object.keys(before).length).toBeGreaterThan(7);
    expect(refusals(before, after)).toEqual([]);
  });

  it('can be replaced by those of the last release', () => {
    expect(refusals(after, before)).toEqual([]);
  });
});

const one = (parts: Partial<DeployedStacks[string]>): DeployedStacks[string] => ({
  needs: [],
  exports: {},
  imports: [],
  unique: {},
  ...parts,
});

describe('what CloudFormation would refuse is named:', () => {
  const route = 'AWS::ApiGatewayV2::Route GET /api/a';
  const reads = { a: one({ exports: { x: '1' } }), b: one({ needs: ['a'], imports: ['x'] }) };

  it.each<[string, DeployedStacks, DeployedStacks, string]>([
    [
      'an output that goes before its reader does',
      reads,
      { a: one({}), b: one({ needs: ['a'] }) },
      'a cannot change or drop x, which b still reads.',
    ],
    [
      'an output with another value',
      reads,
      { ...reads, a: one({ exports: { x: '2' } }) },
      'a cannot change or drop x, which b still reads.',
    ],
    [
      'an output that a removed stack still reads',
      reads,
      { a: one({}) },
      'a cannot change or drop x, which b still reads.',
    ],
    [
      'an output that comes later than its reader',
      {},
      { a: one({ exports: { x: '1' } }), b: one({ imports: ['x'] }) },
      'b reads x, which no stack before it exports.',
    ],
    [
      'a route under another logical id',
      { a: one({ unique: { [route]: 'Old' } }) },
      { a: one({ unique: { [route]: 'New' } }) },
      `a cannot make ${route}: a has it until later.`,
    ],
    [
      'a route in another stack',
      { a: one({ unique: { [route]: 'Route' } }) },
      { b: one({ unique: { [route]: 'Route' } }), a: one({ needs: ['b'] }) },
      `b cannot make ${route}: a has it until later.`,
    ],
  ])('%s', (_what, before, after, sentence) => {
    expect(refusals(before, after)).toEqual([sentence]);
  });

  it('but nothing if the reader comes first', () => {
    expect(refusals(reads, { b: one({}), a: one({ needs: ['b'] }) })).toEqual([]);
  });
});
