import { type App, Validations } from 'aws-cdk-lib';
import type { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, it } from 'vitest';
import { acceptedFindings } from '../../infra/security-checks/accepted-findings.ts';
import { SecurityChecks } from '../../infra/security-checks/security-checks.ts';
import { findingsIn } from '../../infra/security-checks/validation-report.ts';
import { type Stage, stages } from '../../infra/stages/stages.ts';
import { cdkContext, fewFunctions, synthesize, type SynthesizeOptions } from './synthesized-templates.ts';

const checks = new SecurityChecks();
const validate = (app: App) => Validations.of(app).addPlugins(checks);
const named: Stage = {
  ...stages.prod,
  domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z0123456789' },
};

// The two differ in every way that stages can: name, versions, deletion.
const assemblies = {
  // No function differs from the others in only one stage.
  dev: synthesize({ stage: stages.dev, functions: fewFunctions, validate }).assembly,
  prod: synthesize({ stage: named, validate }).assembly,
};

describe('the templates', () => {
  it.each(Object.entries(assemblies))(
    'of %s pass CloudFormation’s validation, the library’s rules and AwsSolutions without a warning',
    (_name, assembly) => {
      expect(findingsIn(assembly)).toEqual([]);
    },
  );
});

describe('a mistake', () => {
  it('that CloudFormation would refuse, or one against AwsSolutions, stops the synthesis, even if the same is accepted elsewhere', () => {
    const found = refusalOf(({ data, web }) => {
      const table = data.table.node.defaultChild as CfnTable;
      table.addPropertyOverride('BillingMode', 'PAY');
      new CfnBucket(web, 'Forgotten');
    });
    expect(found).toMatch(/PAY/);
    expect(found).toMatch(/server access logs disabled[^]*Forgotten/);
  });

  it('that is a warning to the library is a finding', () => {
    const { assembly } = spoiled(({ api }) => {
      const authorizerFunction = api.node.findChild('origin-gate').node.defaultChild as CfnFunction;
      authorizerFunction.addPropertyOverride('Runtime', 'nodejs16.x');
    });
    expect(findingsIn(assembly)).not.toEqual([]);
  });
});

describe('an exception', () => {
  it.each(
    acceptedFindings.map((finding) => [`${finding.rule.source} at ${finding.at.source}`, finding] as const),
  )('is needed: %s', (_text, finding) => {
    expect(checks.used.has(finding)).toBe(true);
    expect(finding.reason).toMatch(/\w{3}.*\.$/);
  });
});

describe('cdk.json', () => {
  it('makes the library’s rules errors, and references between stacks strong', () => {
    expect(cdkContext()).toMatchObject({
      '@aws-cdk/core:validateAgainstDefaultRules': true,
      '@aws-cdk/core:defaultCrossStackReferences': 'strong',
    });
  });
});

/** Why the synthesis stops. */
function refusalOf(change: Parameters<typeof spoiled>[0]): string {
  try {
    spoiled(change);
  } catch (error) {
    return String(error);
  }
  throw new Error('The synthesis did not stop.');
}

function spoiled(change: NonNullable<SynthesizeOptions['change']>) {
  return synthesize({ stage: stages.dev, functions: fewFunctions, validate, change });
}
