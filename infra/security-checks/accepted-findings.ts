/** A finding of the AwsSolutions checks that is accepted, and why. */
export type AcceptedFinding = {
  /** The rule, with the finding in brackets, as in the report. */
  readonly rule: RegExp;
  /** The construct path without the stage: `data/MediaBucket/Resource`. */
  readonly at: RegExp;
  readonly reason: string;
};

const webDeployment = /^web\/Custom::CDKBucketDeployment/;
const shiftingRole = /^(api|calls-[a-z-]+|media)\/shifting-role\//;
const roles = /^(api|calls-[a-z-]+|live-updates|media)\/[\w-]+-role\//;

/** Every exception. One that no stage needs any more fails the tests. */
export const acceptedFindings: readonly AcceptedFinding[] = [
  {
    rule: /^AwsSolutions-S1$/,
    at: /^data\/(MediaBucket|WebBucket)\//,
    reason: 'Access logs keep query strings, and those carry signatures of media and uploads.',
  },
  {
    rule: /^AwsSolutions-CFR3$/,
    at: /^edge\/Distribution\//,
    reason:
      "CloudFront's logs keep query strings, and guests' tokens travel in those; the gateway logs every call.",
  },
  {
    rule: /^AwsSolutions-CFR4$/,
    at: /^edge\/Distribution\//,
    reason: 'CloudFront fixes the protocol for its own domain name; a stage with a domain asks for TLS 1.2.',
  },
  {
    rule: /^AwsSolutions-CFR1$/,
    at: /^edge\/Distribution\//,
    reason: 'Guests come from everywhere.',
  },
  {
    rule: /^AwsSolutions-SMG4$/,
    at: /^edge\/OriginSecret\//,
    reason: 'A new value has to reach CloudFront by a deployment; docs/deploy.md says how to change it.',
  },
  {
    rule: /^AwsSolutions-COG1$/,
    at: /^identity\/UserPool\//,
    reason: 'Twelve characters of any kind: NIST SP 800-63B advises against demanding character classes.',
  },
  {
    rule: /^AwsSolutions-COG2$/,
    at: /^identity\/UserPool\//,
    reason: 'A second factor is offered, not demanded: hosts share party photos.',
  },
  {
    rule: /^AwsSolutions-COG8$/,
    at: /^identity\/UserPool\//,
    reason: 'The plus plan bills every active person for risk scores that nothing here reads.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*\/(incoming|media\/(originals|held|open|archives|copies))\/\*\]$/,
    at: roles,
    reason:
      'Objects are granted by prefix; the manifest names the prefixes and the actions of each function.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:aws:kms:[\w-]+:<AWS::AccountId>:key\/\*\]$/,
    at: roles,
    reason: 'Any key, but only for one SSM parameter: the encryption context in the condition names it.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    at: roles,
    reason: 'Traces have no resource that could be named; writing them is all that is allowed on any.',
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::.*\/stream\/\*\]$/,
    at: roles,
    reason: "Listing streams is granted by table: a stream's own name is what the listing finds.",
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>\*\]$/,
    at: shiftingRole,
    reason: "CodeDeploy moves aliases, and an alias is behind its function's name.",
  },
  {
    rule: /^AwsSolutions-IAM5\[Resource::arn:aws:cloudwatch:.*:alarm:gatherlens-[a-z]+-\*\]$/,
    at: shiftingRole,
    reason: 'CodeDeploy looks at the alarms of the one stage, and may do nothing with them.',
  },
  {
    rule: /^AwsSolutions-IAM4\[Policy::.*AWSLambdaBasicExecutionRole\]$/,
    at: webDeployment,
    reason: "The library's own uploader makes its role; it may write logs.",
  },
  {
    rule: /^AwsSolutions-IAM5\[(Action::s3:(GetBucket|GetObject|List|Abort|DeleteObject)\*|Resource::.*)\]$/,
    at: webDeployment,
    reason: "The library's own uploader: read the assets, write the web bucket, invalidate CloudFront.",
  },
  {
    rule: /^AwsSolutions-L1$/,
    at: webDeployment,
    reason: "The library chooses its uploader's runtime.",
  },
];
