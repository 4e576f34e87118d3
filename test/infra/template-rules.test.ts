import { describe, expect, it } from 'vitest';
import { type Stage, stages } from '../../infra/stages/stages.ts';
import { find, one, ref } from './read-template.ts';
import { fewFunctions, type Json, type Synthesized, synthesizedAsIs } from './synthesized-templates.ts';
import { rules } from './template-rules.ts';

type RuleName = keyof typeof rules;

const named: Stage = {
  ...stages.prod,
  domain: { name: 'photos.example.org', zoneName: 'example.org', hostedZoneId: 'Z0123456789' },
};
const takingCopy: Stage = {
  ...stages.prod,
  name: 'staging',
  isRestoreTarget: true,
  accountsOf: { stage: 'prod', userPoolId: 'us-east-1_AbCdEf123' },
};
const elsewhere: Stage = { ...named, name: 'staging', region: 'eu-central-1' };

const built = {
  dev: synthesizedAsIs(stages.dev),
  staging: synthesizedAsIs(stages.staging),
  prod: synthesizedAsIs(stages.prod),
  // No function differs from the others in only one stage.
  'prod with a domain': synthesizedAsIs(named, fewFunctions),
  'a stage in Europe': synthesizedAsIs(elsewhere, fewFunctions),
  'a stage that takes a copy': synthesizedAsIs(takingCopy, fewFunctions),
};

describe.each(Object.entries(built))('the templates of %s', (_name, synthesized) => {
  it.each(Object.entries(rules))('%s', (_rule, check) => {
    expect(check(synthesized)).toEqual([]);
  });
});

/** Mistakes that a person could make, with the rule that must find each. */
const mistakes: readonly [RuleName, string, (copy: Synthesized) => void][] = [
  [
    'wellFormedRouteKeys',
    'no method',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Route', 'RouteKey', '/api/events'),
  ],
  [
    'wellFormedRouteKeys',
    'Express notation',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Route', 'RouteKey', 'GET /api/events/:id'),
  ],
  [
    'wellFormedRouteKeys',
    'a trailing slash',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Route', 'RouteKey', 'GET /api/events/'),
  ],
  [
    'wellFormedRouteKeys',
    'the same one twice',
    (copy) => {
      const [first, second] = find(copy, 'AWS::ApiGatewayV2::Route');
      if (first && second) second.Properties['RouteKey'] = first.Properties['RouteKey'] ?? null;
    },
  ],
  [
    'routesReachFunctions',
    'a target without its prefix',
    (copy) => {
      const integration = one(copy, 'AWS::ApiGatewayV2::Integration', 'createevent');
      set(copy, 'AWS::ApiGatewayV2::Route', 'Target', { Ref: integration.id });
    },
  ],
  [
    'routesReachFunctions',
    'an integration of no function',
    (copy) =>
      set(
        copy,
        'AWS::ApiGatewayV2::Integration',
        'IntegrationUri',
        'arn:aws:lambda:us-east-1:1:function:gone',
      ),
  ],
  [
    'routesReachFunctions',
    'no origin authorizer',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Route', 'AuthorizationType', 'NONE'),
  ],
  [
    'gateKnowsCloudFront',
    'answers that are not cached',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Authorizer', 'AuthorizerResultTtlInSeconds', 0),
  ],
  [
    'gateKnowsCloudFront',
    'answers in the other format',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Authorizer', 'EnableSimpleResponses', false),
  ],
  [
    'gateKnowsCloudFront',
    'another header',
    (copy) => set(copy, 'AWS::ApiGatewayV2::Authorizer', 'IdentitySource', ['$request.header.x-secret']),
  ],
  [
    'gateKnowsCloudFront',
    'the secret in the template',
    (copy) => {
      const config = one(copy, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as Fields;
      const origins = config['Origins'] as { OriginCustomHeaders?: { HeaderValue: Json }[] }[];
      for (const header of origins.flatMap((origin) => origin.OriginCustomHeaders ?? []))
        header.HeaderValue = 'hunter2';
    },
  ],
  [
    'signInComesBackByHttps',
    'plain http',
    (copy) =>
      set(copy, 'AWS::Cognito::UserPoolClient', 'CallbackURLs', [
        'http://photos.example.org/api/login/callback',
      ]),
  ],
  [
    'signInComesBackByHttps',
    'another path',
    (copy) =>
      set(copy, 'AWS::Cognito::UserPoolClient', 'CallbackURLs', ['https://photos.example.org/callback']),
  ],
  [
    'namesHaveCertificates',
    'a name without a certificate',
    (copy) => {
      delete (one(copy, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as Fields)[
        'ViewerCertificate'
      ];
    },
  ],
  [
    'namesHaveCertificates',
    'a certificate for another name',
    (copy) => set(copy, 'AWS::CertificateManager::Certificate', 'DomainName', 'other.example.org'),
  ],
  [
    'namesHaveCertificates',
    'a certificate in another region',
    (copy) => {
      copy.regions.global = 'eu-central-1';
    },
  ],
  [
    'notificationsMayBeSent',
    'an event that S3 does not know',
    (copy) => {
      notification(copy)['Event'] = 's3:ObjectCreate:*';
    },
  ],
  [
    'notificationsMayBeSent',
    'no policy for S3',
    (copy) => {
      for (const { id } of find(copy, 'AWS::SQS::QueuePolicy')) delete copy.templates.data.Resources[id];
    },
  ],
  [
    'notificationsMayBeSent',
    'any account may send',
    (copy) => {
      for (const { Properties } of find(copy, 'AWS::SQS::QueuePolicy')) {
        const document = Properties['PolicyDocument'] as { Statement: Fields[] };
        for (const statement of document.Statement) statement['Condition'] = { StringEquals: {} };
      }
    },
  ],
  [
    'notificationsMayBeSent',
    'the bucket does not wait',
    (copy) => {
      delete copy.templates.data.Resources[one(copy, 'AWS::S3::Bucket', 'MediaBucket').id]?.DependsOn;
    },
  ],
  [
    'oneQueuePolicyPerQueue',
    'a second policy',
    (copy) => {
      const [policy] = find(copy, 'AWS::SQS::QueuePolicy');
      if (policy)
        copy.templates.data.Resources['Second'] = { Type: policy.Type, Properties: policy.Properties };
    },
  ],
  [
    'firewallStandsBeforeCloudFront',
    'another region',
    (copy) => {
      copy.regions.global = 'eu-central-1';
    },
  ],
  [
    'firewallStandsBeforeCloudFront',
    'no firewall',
    (copy) => {
      delete (one(copy, 'AWS::CloudFront::Distribution').Properties['DistributionConfig'] as Fields)[
        'WebACLId'
      ];
    },
  ],
  [
    'knownServices',
    'a permission for a service that does not exist',
    (copy) => set(copy, 'AWS::Lambda::Permission', 'Principal', 'apigatewayv2.amazonaws.com'),
  ],
  [
    'knownServices',
    'a role for another service',
    (copy) => {
      const document = one(copy, 'AWS::IAM::Role', 'createevent').Properties['AssumeRolePolicyDocument'];
      for (const statement of (document as { Statement: Fields[] }).Statement) {
        statement['Principal'] = { Service: 'ec2.amazonaws.com' };
      }
    },
  ],
  [
    'knownServices',
    'everybody',
    (copy) => {
      for (const { Properties } of find(copy, 'AWS::SQS::QueuePolicy')) {
        const document = Properties['PolicyDocument'] as { Statement: Fields[] };
        for (const statement of document.Statement) statement['Principal'] = '*';
      }
    },
  ],
  [
    'rightsAreNarrow',
    'all actions',
    (copy) => {
      grant(copy)['Action'] = 'dynamodb:*';
    },
  ],
  [
    'rightsAreNarrow',
    'all resources',
    (copy) => {
      grant(copy)['Resource'] = '*';
    },
  ],
  [
    'rightsAreNarrow',
    'every key, unbound',
    (copy) => {
      Object.assign(grant(copy), {
        Action: 'kms:Decrypt',
        Resource: 'arn:aws:kms:us-east-1:111122223333:key/*',
      });
    },
  ],
  [
    'nothingSecretInEnvironments',
    'a secret by name',
    (copy) => environment(copy, { STRIPE_SECRET_KEY: 'x' }),
  ],
  [
    'nothingSecretInEnvironments',
    'a secret by value',
    (copy) => environment(copy, { SETTING: '{{resolve:ssm-secure:/gatherlens/dev/media-signing-key}}' }),
  ],
  [
    'nothingSecretAnywhere',
    'a key in a function’s description',
    (copy) => {
      one(copy, 'AWS::Lambda::Function', 'createevent').Properties['Description'] = 'pays with sk_live_0123';
    },
  ],
  [
    'nothingSecretAnywhere',
    'a signing secret in an output',
    ({ templates }) => {
      Object.assign(templates.api, { Outputs: { Secret: { Value: 'whsec_0123' } } });
    },
  ],
  [
    'queuesWaitForWorkers',
    'a short visibility',
    (copy) => {
      for (const queue of find(copy, 'AWS::SQS::Queue')) queue.Properties['VisibilityTimeout'] = 60;
    },
  ],
  [
    'queuesWaitForWorkers',
    'no dead letters',
    (copy) => {
      for (const queue of find(copy, 'AWS::SQS::Queue')) queue.Properties['RedrivePolicy'] = {};
    },
  ],
  [
    'mappingsAreAccepted',
    'whole batches',
    (copy) => set(copy, 'AWS::Lambda::EventSourceMapping', 'FunctionResponseTypes', []),
  ],
  [
    'mappingsAreAccepted',
    'a concurrency of one',
    (copy) => set(copy, 'AWS::Lambda::EventSourceMapping', 'ScalingConfig', { MaximumConcurrency: 1 }),
  ],
  [
    'mappingsAreAccepted',
    'big batches at once',
    (copy) => set(copy, 'AWS::Lambda::EventSourceMapping', 'BatchSize', 100),
  ],
  [
    'mappingsAreAccepted',
    'a stream without bisecting',
    (copy) => {
      for (const { Properties } of find(copy, 'AWS::Lambda::EventSourceMapping')) {
        delete Properties['BisectBatchOnFunctionError'];
      }
    },
  ],
  [
    'ourFunctionsRunAlike',
    'another architecture',
    (copy) => set(copy, 'AWS::Lambda::Function', 'Architectures', ['x86_64']),
  ],
  [
    'ourFunctionsRunAlike',
    'an old runtime',
    (copy) => set(copy, 'AWS::Lambda::Function', 'Runtime', 'nodejs20.x'),
  ],
  [
    'stacksAreSmall',
    'too many resources',
    (copy) => {
      for (let index = 0; index < 450; index += 1) {
        copy.templates.api.Resources[`Log${index}`] = { Type: 'AWS::Logs::LogGroup', Properties: {} };
      }
    },
  ],
  [
    'logsKeepNoQuery',
    'the path',
    (copy) =>
      set(copy, 'AWS::ApiGatewayV2::Stage', 'AccessLogSettings', { Format: '$context.path $context.status' }),
  ],
  [
    'logsKeepNoQuery',
    'samples',
    (copy) => {
      const { Properties } = one(copy, 'AWS::WAFv2::WebACL');
      (Properties['VisibilityConfig'] as Fields)['SampledRequestsEnabled'] = true;
    },
  ],
  [
    'alarmsAreHeard',
    'only a refusal in the policy',
    (copy) => {
      const document = one(copy, 'AWS::SNS::TopicPolicy').Properties['PolicyDocument'] as {
        Statement: Fields[];
      };
      document.Statement = document.Statement.filter((statement) => statement['Effect'] === 'Deny');
    },
  ],
  [
    'onlyLiveIsCalled',
    'a route that calls the newest code',
    (copy) => {
      const { id } = one(copy, 'AWS::Lambda::Function', 'createevent');
      const integration = one(copy, 'AWS::ApiGatewayV2::Integration', 'createevent');
      integration.Properties['IntegrationUri'] = { 'Fn::GetAtt': [id, 'Arn'] };
    },
  ],
  [
    'onlyLiveIsCalled',
    'a gateway that may call the newest code',
    (copy) => {
      const { id, stack } = one(copy, 'AWS::Lambda::Function', 'createevent');
      const [role] = find(copy, 'AWS::IAM::Role', stack).filter((found) =>
        found.id.startsWith('gatewayrole'),
      );
      const policies = role?.Properties['Policies'] as
        | { PolicyDocument: { Statement: Fields[] } }[]
        | undefined;
      const statement = policies?.[0]?.PolicyDocument.Statement[0];
      if (statement) statement['Resource'] = { 'Fn::GetAtt': [id, 'Arn'] };
    },
  ],
  [
    'onlyLiveIsCalled',
    'a queue that feeds the newest code',
    (copy) =>
      set(copy, 'AWS::Lambda::EventSourceMapping', 'FunctionName', {
        Ref: one(copy, 'AWS::Lambda::Function', 'reconcilefiles').id,
      }),
  ],
  [
    'onlyLiveIsCalled',
    'a schedule of the newest code',
    (copy) => {
      const { id } = one(copy, 'AWS::Lambda::Function', 'repairmedia');
      set(copy, 'AWS::Events::Rule', 'Targets', [{ Arn: { 'Fn::GetAtt': [id, 'Arn'] } }]);
    },
  ],
  [
    'onlyLiveIsCalled',
    'an alias of the newest code',
    (copy) => set(copy, 'AWS::Lambda::Alias', 'FunctionVersion', '$LATEST'),
  ],
  [
    'releasesAreTakenBack',
    'no alarm',
    (copy) => set(copy, 'AWS::CodeDeploy::DeploymentGroup', 'AlarmConfiguration', { Enabled: true }),
  ],
  [
    'releasesAreTakenBack',
    'an alarm that does not exist',
    (copy) =>
      set(copy, 'AWS::CodeDeploy::DeploymentGroup', 'AlarmConfiguration', {
        Enabled: true,
        Alarms: [{ Name: 'gatherlens-prod-gone' }],
      }),
  ],
  [
    'releasesAreTakenBack',
    'alarms that are ignored',
    (copy) => {
      const [group] = find(copy, 'AWS::CodeDeploy::DeploymentGroup');
      if (group) (group.Properties['AlarmConfiguration'] as Fields)['Enabled'] = false;
    },
  ],
  [
    'releasesAreTakenBack',
    'no rollback when an alarm stops it',
    (copy) =>
      set(copy, 'AWS::CodeDeploy::DeploymentGroup', 'AutoRollbackConfiguration', {
        Enabled: true,
        Events: ['DEPLOYMENT_FAILURE'],
      }),
  ],
  [
    'releasesAreTakenBack',
    'a function that changes at once',
    (copy) => {
      const [alias] = find(copy, 'AWS::Lambda::Alias', 'media');
      if (alias) delete copy.templates[alias.stack].Resources[alias.id]?.UpdatePolicy;
    },
  ],
  [
    'alarmsSeeFailedMessages',
    'an alarm on the errors of the stream’s function',
    (copy) => watchErrors(copy, [{ Name: 'FunctionName', Value: 'gatherlens-prod-dispatch-changes' }]),
  ],
  [
    'alarmsSeeFailedMessages',
    'an alarm on the errors of a queue’s worker, in an expression',
    (copy) => {
      const worker = one(copy, 'AWS::Lambda::Function', 'processmedia');
      const [alarm] = find(copy, 'AWS::CloudWatch::Alarm').filter(({ stack }) => stack === 'watch');
      if (!alarm) throw new Error('There is no alarm.');
      const Dimensions = [{ Name: 'FunctionName', Value: ref(worker) }];
      const Metric = { Namespace: 'AWS/Lambda', MetricName: 'Errors', Dimensions };
      alarm.Properties['Metrics'] = [{ Id: 'errors', MetricStat: { Metric, Period: 300, Stat: 'Sum' } }];
    },
  ],
  ['alarmsSeeFailedMessages', 'an alarm on the errors of all functions', (copy) => watchErrors(copy, [])],
  [
    'needsComeBefore',
    'data that needs the edge',
    (copy) => {
      copy.needs.data.push('edge');
    },
  ],
];

describe('a mistake is found', () => {
  it.each(mistakes)('%s: %s', (rule, _mistake, make) => {
    const copy = structuredClone(built['prod with a domain']);
    make(copy);
    expect(rules[rule](copy)).not.toEqual([]);
  });

  it('every rule has one', () => {
    expect(new Set(mistakes.map(([rule]) => rule))).toEqual(new Set(Object.keys(rules)));
  });
});

type Fields = { [key: string]: Json };

/** Writes a property of the first resource of the type; `find` gives the copy's own objects. */
function set(copy: Synthesized, type: string, property: string, value: Json): void {
  const [found] = find(copy, type).filter(({ id }) => !id.startsWith('origingate'));
  if (!found) throw new Error(`There is no ${type}.`);
  found.Properties[property] = value;
}

/** Has the first alarm watch Lambda's own count of errors. */
function watchErrors(copy: Synthesized, dimensions: Json): void {
  set(copy, 'AWS::CloudWatch::Alarm', 'Namespace', 'AWS/Lambda');
  set(copy, 'AWS::CloudWatch::Alarm', 'MetricName', 'Errors');
  set(copy, 'AWS::CloudWatch::Alarm', 'Dimensions', dimensions);
}

function notification(copy: Synthesized): Fields {
  const { Properties } = one(copy, 'AWS::S3::Bucket', 'MediaBucket');
  const configuration = Properties['NotificationConfiguration'] as { QueueConfigurations: Fields[] };
  return configuration.QueueConfigurations[0] ?? {};
}

/** The last statement of a function's role. */
function grant(copy: Synthesized): Fields {
  const { Properties } = one(copy, 'AWS::IAM::Role', 'createevent');
  const [policy] = Properties['Policies'] as { PolicyDocument: { Statement: Fields[] } }[];
  return policy?.PolicyDocument.Statement.at(-1) ?? {};
}

function environment(copy: Synthesized, variables: Record<string, string>): void {
  const { Properties } = one(copy, 'AWS::Lambda::Function', 'createevent');
  Object.assign((Properties['Environment'] as { Variables: Fields }).Variables, variables);
}
