import { type App, Validations } from 'aws-cdk-lib';
import type { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { acceptedFindings } from '../../infra/security-checks/accepted-findings.ts';
import { SecurityChecks } from '../../infra/security-checks/security-checks.ts';
import { findingsIn } from '../../infra/security-checks/validation-report.ts';
import { type Stage, stages } from '../../infra/stages/stages.ts';
import {
  cdkContext,
  fewCalls,
  fewFunctions,
  scratch,
  synthesize,
  type SynthesizeOptions,
} from './synthesized-templates.ts';

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
  const outdir = join(scratch, 'spoiled');
  const refusal = refusalOf(outdir, ({ data, web, api }) => {
    const table = data.table.node.defaultChild as CfnTable;
    table.addPropertyOverride('BillingMode', 'PAY');
    new CfnBucket(web, 'Forgotten');
    const authorizerFunction = api.node.findChild('origin-gate').node.defaultChild as CfnFunction;
    authorizerFunction.addPropertyOverride('Runtime', 'nodejs16.x');
  });

  it('that CloudFormation would refuse, or one against AwsSolutions, stops the synthesis, even if the same is accepted elsewhere', () => {
    expect(refusal).toMatch(/PAY/);
    expect(refusal).toMatch(/server access logs disabled[^]*Forgotten/);
  });

  it('that is a warning to the library, as a retired runtime, is a finding', () => {
    expect(findingsIn(outdir)).toContain('W2531');
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
function refusalOf(outdir: string, change: NonNullable<SynthesizeOptions['change']>): string {
  try {
    synthesize({ stage: stages.dev, functions: fewCalls, validate, outdir, change });
  } catch (error) {
    return String(error);
  }
  throw new Error('The synthesis did not stop.');
}
