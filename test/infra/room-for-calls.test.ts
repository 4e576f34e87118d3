import { describe, expect, it } from 'vitest';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { RequestRow } from '../../functions/manifest/function-row.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { nouns } from '../../functions/manifest/nouns.ts';
import { stages } from '../../infra/stages/stages.ts';
import { ACCOUNT, find, properties, text } from './read-template.ts';
import {
  type Json,
  type StackName,
  stackNames,
  synthesize,
  synthesizedAsIs,
} from './synthesized-templates.ts';

// Sources: CloudFormation User Guide, "Understand CloudFormation quotas" (500 resources, 1 MB per template);
// IAM User Guide, "IAM and AWS STS quotas" (10,240 characters of inline policy per role); API Gateway
// Developer Guide, "Quotas for configuring and running an HTTP API" (300 routes, 300 integrations).
const TEMPLATE = { resources: 500, bytes: 1_000_000 };
const ROLE_POLICY_CHARACTERS = 10_240;
const GATEWAY_ROUTES = 300;

/** How many calls can still be added, in all and to any one noun. */
const MORE_CALLS = 150;
const MORE_OF_ONE_NOUN = 60;

const calls = functions.filter(answersRequests).filter(({ trigger }) => trigger.kind === 'http');

/** Made-up calls, each like an existing one, so that they spread over the nouns as the present ones do. */
const more: readonly RequestRow[] = Array.from({ length: MORE_CALLS }, (_, at): RequestRow => {
  const like = calls[at % calls.length];
  if (like?.trigger.kind !== 'http') throw new Error('There are no calls.');
  const id = `made-call-${at}`;
  const endpoint = { ...like.trigger.endpoint, id, path: `/api/made/call-${at}` as const };
  return { ...like, id, entry: `functions/http/${id}.ts`, trigger: { kind: 'http', endpoint } };
});

// The stage with the most resources for each function, and the longest names.
const { staging } = stages;
const present = synthesizedAsIs(staging).templates;
const full = synthesize({ stage: staging, functions: [...functions, ...more] }).templates;
const countOf = (templates: typeof present, name: StackName) => Object.keys(templates[name].Resources).length;
const madeOf = (noun: string) => more.filter((row) => row.noun === noun).length;

describe(`with ${MORE_CALLS} more calls`, () => {
  it.each(stackNames)('%s is within the limits of CloudFormation', (name) => {
    expect(countOf(full, name)).toBeLessThan(TEMPLATE.resources);
    // As CDK writes it; the last tenth is for the long keys of bundles.
    expect(JSON.stringify(full[name], undefined, 1).length).toBeLessThan(TEMPLATE.bytes * 0.9);
  });

  it('the gateway has room for all routes', () => {
    expect(find({ templates: full }, 'AWS::ApiGatewayV2::Route').length).toBeLessThan(GATEWAY_ROUTES);
    expect(find({ templates: full }, 'AWS::ApiGatewayV2::Integration').length).toBeLessThan(GATEWAY_ROUTES);
  });

  it('each takes five resources in the stack of its noun and two in the stack of the routes', () => {
    for (const noun of nouns)
      expect(countOf(full, `calls-${noun}`) - countOf(present, `calls-${noun}`)).toBe(5 * madeOf(noun));
    expect(countOf(full, 'api') - countOf(present, 'api')).toBe(2 * MORE_CALLS);
  });
});

/** The policy by which the gateway calls a noun's functions, as it is in a region with a long name. */
function gatewayPolicyOf(stack: StackName): string {
  const template = present[stack].Resources;
  const [role, ...others] = find({ templates: present }, 'AWS::IAM::Role', stack).filter(({ Properties }) =>
    JSON.stringify(Properties['AssumeRolePolicyDocument']).includes('apigateway.amazonaws.com'),
  );
  if (!role || others.length > 0) throw new Error(`${stack} has not one role of the gateway.`);
  const policies = properties({ templates: present }, role)['Policies'] as { PolicyDocument: Json }[];
  return JSON.stringify(policies.map(({ PolicyDocument }) => PolicyDocument)).replaceAll(
    /<[\w-]+\.(\w+)>/g,
    (_, alias: string) => {
      const ofAlias = template[alias]?.Properties['FunctionName'] as { Ref: string } | undefined;
      const name = text(template[ofAlias?.Ref ?? '']?.Properties['FunctionName']);
      return `arn:aws:lambda:ap-southeast-2:${ACCOUNT}:function:${name}:live`;
    },
  );
}

describe.each(nouns)('the stack of %s', (noun) => {
  const rows = functions.filter(answersRequests).filter((row) => row.noun === noun);

  it(`has room for ${MORE_OF_ONE_NOUN} more calls`, () => {
    expect(countOf(present, `calls-${noun}`) + 5 * MORE_OF_ONE_NOUN).toBeLessThan(TEMPLATE.resources);
  });

  it('has room in its roles to name each function', () => {
    const whole = gatewayPolicyOf(`calls-${noun}`);
    expect(whole.match(/arn:aws:lambda/g)).toHaveLength(rows.length);
    const empty = whole.replace(/"Resource":\[[^\]]*\]/, '"Resource":[]').length;
    const each = (whole.length - empty) / rows.length;
    expect(empty + each * (rows.length + MORE_OF_ONE_NOUN)).toBeLessThan(ROLE_POLICY_CHARACTERS);
  });
});
