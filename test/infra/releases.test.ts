import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import { stages } from '../../infra/stages/stages.ts';
import { find, one, properties, ref } from './read-template.ts';
import { liveOf } from './release-rules.ts';
import {
  fewFunctions,
  type Json,
  synthesize,
  type Synthesized,
  synthesizedAsIs,
} from './synthesized-templates.ts';

const dev = synthesizedAsIs(stages.dev);
const staging = synthesizedAsIs(stages.staging);
const prod = synthesizedAsIs(stages.prod);

/** The alarms that roll a function's new version back, by their names without the stage. */
function alarmsOf(synthesized: Synthesized, id: string): string[] {
  const alias = liveOf(synthesized, one(synthesized, 'AWS::Lambda::Function', id.replaceAll('-', '')));
  const shift = alias.UpdatePolicy?.['CodeDeployLambdaAliasUpdate'] as
    | { DeploymentGroupName: { Ref: string } }
    | undefined;
  const group = find(synthesized, 'AWS::CodeDeploy::DeploymentGroup').find(
    (found) => found.id === shift?.DeploymentGroupName.Ref,
  );
  const { Alarms = [] } = (group?.Properties['AlarmConfiguration'] ?? {}) as { Alarms?: { Name: string }[] };
  return Alarms.map(({ Name }) => Name.replace(/^gatherlens-[a-z]+-/, '')).toSorted();
}

describe('a new version', () => {
  it('gets a tenth of the calls for ten minutes if the stage says so', () => {
    for (const synthesized of [staging, prod]) {
      const groups = find(synthesized, 'AWS::CodeDeploy::DeploymentGroup');
      // The origin authorizer is one more. That of live updates is there before any alarm that could roll it back, and
      // without it pages look for what is new.
      expect(groups).toHaveLength(functions.length - 1 + 1);
      expect(new Set(groups.map(({ Properties }) => Properties['DeploymentConfigName']))).toEqual(
        new Set(['CodeDeployDefault.LambdaCanary10Percent10Minutes']),
      );
    }
  });

  it('gets all calls at once elsewhere, without CodeDeploy', () => {
    const types = Object.values(dev.templates).flatMap(({ Resources }) =>
      Object.values(Resources).map(({ Type }) => Type),
    );
    expect(types.filter((type) => type.startsWith('AWS::CodeDeploy::'))).toEqual([]);
    expect(find(dev, 'AWS::Lambda::Alias').filter(({ UpdatePolicy }) => UpdatePolicy)).toEqual([]);
  });

  it('is rolled back by the alarms for what it does', () => {
    expect(alarmsOf(prod, 'cast-vote')).toEqual(['calls-failing']);
    expect(alarmsOf(staging, 'save-guest-media')).toEqual(['calls-failing', 'uploads-failing']);
    expect(alarmsOf(prod, 'stripe-webhook')).toEqual(['calls-failing', 'payments-failing']);
    expect(alarmsOf(staging, 'process-media')).toEqual(['jobs-failing']);
    expect(alarmsOf(prod, 'origin-gate')).toEqual(['calls-failing']);
  });
});

const keeps = (synthesized: Synthesized) =>
  new Set(find(synthesized, 'AWS::Lambda::Version').map(({ DeletionPolicy }) => DeletionPolicy));

describe('an earlier version', () => {
  it('is retained if it may have to come back, unless a failed deployment made it', () => {
    expect(keeps(prod)).toEqual(new Set(['RetainExceptOnCreate']));
    expect(keeps(staging)).toEqual(new Set(['RetainExceptOnCreate']));
  });

  it('is deleted in a stage where all calls change at once', () => {
    expect(keeps(dev)).toEqual(new Set(['Delete']));
  });
});

/** The versions of all functions, by the function's logical id. */
const versions = (synthesized: Synthesized): Map<Json | undefined, string> =>
  new Map(
    find(synthesized, 'AWS::Lambda::Version').map((found) => [
      properties(synthesized, found)['FunctionName'],
      found.id,
    ]),
  );

describe('a version is published', () => {
  const before = synthesizedAsIs(stages.dev, fewFunctions);
  const lambda = (id: string) => ref(one(before, 'AWS::Lambda::Function', id.replaceAll('-', '')));

  it('only of the function whose row changes, and of every one that gets the media key, when the key changes', () => {
    const rows = fewFunctions.map((row) =>
      row.id === 'roll-up-votes' ? { ...row, memoryMb: row.memoryMb * 2 } : row,
    );
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const changed = versions(
      synthesize({
        stage: stages.dev,
        functions: rows,
        mediaKeys: { pems: [pem], belongsToStage: true },
      }),
    );
    const others = [...versions(before)].filter(([name, id]) => changed.get(name) !== id);
    const signing = fewFunctions.filter(({ grants }) => grants.secrets?.includes('media-signing-key'));
    expect(signing.map(({ id }) => id)).not.toContain('roll-up-votes');
    expect(new Set(others.map(([name]) => name))).toEqual(
      new Set(['roll-up-votes', ...signing.map(({ id }) => id)].map(lambda)),
    );
  });
});
