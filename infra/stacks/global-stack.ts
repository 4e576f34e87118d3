import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { FLOOD_LIMIT, floodPaths } from '../edge/flood-limit.ts';
import type { Domain, Stage } from '../stages/stages.ts';

export type GlobalStackProps = StackProps & { readonly stage: Stage };

/** What CloudFront needs to be in us-east-1. */
export class GlobalStack extends Stack {
  readonly certificate: Certificate | undefined;
  readonly webAcl: CfnWebACL;

  constructor(scope: Construct, id: string, props: GlobalStackProps) {
    super(scope, id, props);
    this.webAcl = addFirewall(this);
    this.certificate = props.stage.domain && addCertificate(this, props.stage.domain);
    // Weak references: strong ones into another region would bring custom resources with wide rights.
    for (const shared of [this.webAcl, this.certificate]) {
      if (shared) CrossStackReferences.of(shared).produce(ReferenceStrength.WEAK);
    }
  }
}

function addCertificate(scope: Construct, { name, zoneName, hostedZoneId }: Domain): Certificate {
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { zoneName, hostedZoneId });
  return new Certificate(scope, 'Certificate', {
    domainName: name,
    validation: CertificateValidation.fromDns(zone),
  });
}

// Neither samples nor logs: both would keep query strings, which carry guests' tokens.
const unseen = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/**
 * Refuses known attackers, known exploits, and floods: of one client, which its address and its way of opening TLS tell
 * apart from the others at a venue (JA4), and with far more room of an address, pictures and pages included in the end. The common rule set is left out: it takes
 * people's own words in a description for attacks, and refuses bodies above 8 KB.
 */
function addFirewall(scope: Construct): CfnWebACL {
  return new CfnWebACL(scope, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    visibilityConfig: unseen('firewall'),
    rules: [
      managedRules({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 0 }),
      managedRules({ name: 'AWSManagedRulesKnownBadInputsRuleSet', priority: 1 }),
      floodRule({
        name: 'flood-of-one-client',
        priority: 2,
        limit: FLOOD_LIMIT.ofClient,
        aggregateKeyType: 'CUSTOM_KEYS',
        // Whatever shows no fingerprint is left to the next rule.
        customKeys: [{ ip: {} }, { ja4Fingerprint: { fallbackBehavior: 'NO_MATCH' } }],
      }),
      floodRule({
        name: 'flood-of-calls',
        priority: 3,
        limit: FLOOD_LIMIT.ofAddress,
        aggregateKeyType: 'IP',
      }),
      floodRule({
        name: 'flood-of-requests',
        priority: 4,
        limit: FLOOD_LIMIT.ofEverything,
        aggregateKeyType: 'IP',
        counts: 'everything',
      }),
    ],
  });
}

type Flood = { name: string; priority: number; counts?: 'everything' } & Pick<
  CfnWebACL.RateBasedStatementProperty,
  'limit' | 'aggregateKeyType' | 'customKeys'
>;

/** Counts what a Lambda answers, or everything. */
function floodRule({ name, priority, counts, ...counted }: Flood): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    action: { block: {} },
    visibilityConfig: unseen(name),
    statement: {
      rateBasedStatement: {
        ...counted,
        evaluationWindowSec: FLOOD_LIMIT.seconds,
        ...(counts !== 'everything' && {
          scopeDownStatement: { orStatement: { statements: floodPaths.map(beginsWith) } },
        }),
      },
    },
  };
}

/** Written in whichever way: CloudFront takes `/%61pi/` and `/./api/` for `/api/`. */
const beginsWith = (searchString: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

function managedRules({ name, priority }: { name: string; priority: number }): CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
    visibilityConfig: unseen(name),
  };
}
