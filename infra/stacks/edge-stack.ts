import {
  CfnOutput,
  CfnRule,
  CrossStackReferences,
  Fn,
  ReferenceStrength,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Distribution,
  HttpVersion,
  KeyGroup,
  PublicKey,
  SecurityPolicyProtocol,
} from 'aws-cdk-lib/aws-cloudfront';
import { ARecord, AaaaRecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { addBehaviours, errorResponses } from '../constructs/cloudfront-behaviours.ts';
import { addHttpApi } from '../constructs/http-api.ts';
import { fingerprint } from '../../functions/aws/signing-keys.ts';
import type { MediaKeys } from '../keys/media-key.ts';
import type { Domain, Stage } from '../stages/stages.ts';

export type EdgeStackProps = StackProps & {
  readonly stage: Stage;
  readonly functions: readonly FunctionRow[];
  readonly mediaKeys: MediaKeys;
  readonly mediaBucket: Bucket;
  readonly webBucket: Bucket;
  readonly webAcl: CfnWebACL;
  readonly certificate: Certificate | undefined;
  /** Where browsers hear of changes. */
  readonly liveOrigin: string;
};

/** CloudFront with its three origins, and the HTTP API without routes. */
export class EdgeStack extends Stack {
  readonly gateway: HttpApi;
  /**
   * Known only to CloudFront and the gateway's authorizer, which refuses requests that did not come through
   * CloudFront.
   */
  readonly originSecret: Secret;
  /** The keys that CloudFront trusts, by fingerprint. */
  readonly mediaKeys: readonly TrustedKey[];
  readonly distribution: Distribution;
  /** Without a trailing slash. */
  readonly siteUrl: string;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { stage, certificate, webAcl } = props;
    this.gateway = addHttpApi(this, { stage, functions: props.functions });
    this.originSecret = new Secret(this, 'OriginSecret', {
      description: 'What CloudFront shows to the gateway',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    this.mediaKeys = props.mediaKeys.pems.map((pem) => addMediaKey(this, pem));
    const [defaultBehavior, additionalBehaviors] = addBehaviours(this, {
      gateway: this.gateway,
      originSecret: this.originSecret,
      mediaBucket: props.mediaBucket,
      webBucket: props.webBucket,
      liveOrigin: props.liveOrigin,
      trustedKeyGroups: [new KeyGroup(this, 'MediaKeys', { items: this.mediaKeys.map(({ key }) => key) })],
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `gatherlens ${stage.name}`,
      defaultBehavior,
      additionalBehaviors,
      errorResponses: errorResponses(),
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: webAcl.attrArn,
      ...(stage.domain && {
        domainNames: [stage.domain.name],
        certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
    this.siteUrl = `https://${stage.domain?.name ?? this.distribution.distributionDomainName}`;
    new CfnOutput(this, 'SiteUrl', { value: this.siteUrl });
    new CfnOutput(this, 'GatewayUrl', { value: this.gateway.apiEndpoint });
    if (stage.domain) addNames(this, { domain: stage.domain, distribution: this.distribution });
    if (!props.mediaKeys.belongsToStage) refuseDeployment(this, stage);
  }
}

type TrustedKey = { readonly name: string; readonly key: PublicKey };

/** A new key is a new resource; readers of its id follow, since the reference is weak and locks no stack. */
function addMediaKey(scope: Construct, pem: string): TrustedKey {
  const name = fingerprint(pem);
  const key = new PublicKey(scope, `MediaKey${name}`, { encodedKey: pem });
  CrossStackReferences.of(key).produce(ReferenceStrength.WEAK);
  return { name, key };
}

function addNames(
  scope: Construct,
  { domain, distribution }: { domain: Domain; distribution: Distribution },
): void {
  const { zoneName, hostedZoneId, name } = domain;
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', { zoneName, hostedZoneId });
  const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
  new ARecord(scope, 'NameV4', { zone, recordName: `${name}.`, target });
  new AaaaRecord(scope, 'NameV6', { zone, recordName: `${name}.`, target });
}

/** The template still synthesizes, but CloudFormation refuses it with this sentence. */
function refuseDeployment(scope: Construct, stage: Stage): void {
  new CfnRule(scope, 'MediaKeyIsMissing', {
    assertions: [
      {
        assert: Fn.conditionEquals('placeholder key', 'own key'),
        assertDescription: `Run npm run secrets -- --stage ${stage.name} and commit the public key that it writes.`,
      },
    ],
  });
}
