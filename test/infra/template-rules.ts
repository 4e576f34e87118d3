import { functions } from '../../functions/manifest/functions.ts';
import { queues } from '../../functions/manifest/queues.ts';
import {
  ACCOUNT,
  att,
  find,
  type Found,
  one,
  properties,
  ref,
  resolve,
  statements,
  text,
} from './read-template.ts';
import { callableAs, liveAliases, releaseRules } from './release-rules.ts';
import { type Json, stackNames, type Synthesized } from './synthesized-templates.ts';

/**
 * Checks a stage's templates and names everything that is wrong. What other validators find is left to them.
 */
export type Rule = (synthesized: Synthesized) => string[];

type Fields = { [key: string]: Json };

const duplicates = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

const wellFormedRouteKeys: Rule = (synthesized) => {
  const keys = find(synthesized, 'AWS::ApiGatewayV2::Route').map(({ Properties }) =>
    text(Properties['RouteKey']),
  );
  const malformed = keys.filter(
    (key) =>
      !/^\$default$|^(GET|POST|PUT|DELETE) \/api(\/([a-z0-9-]+(\.[a-z]+)?|\{[a-zA-Z]+\}))+$/.test(key) &&
      !/^(GET|HEAD) \/(index\.html|link-preview\/\{subject\}\/\{file\})$/.test(key),
  );
  return [
    ...malformed.map((key) => `route key "${key}" is malformed`),
    ...duplicates(keys).map((key) => `route key "${key}" is there twice`),
  ];
};

const routesReachFunctions: Rule = (synthesized) => {
  const integrations = new Map(
    find(synthesized, 'AWS::ApiGatewayV2::Integration').map((found) => [
      `integrations/${ref(found)}`,
      properties(synthesized, found),
    ]),
  );
  const lambdas = new Set(liveAliases(synthesized).flatMap((alias) => callableAs(synthesized, alias)));
  return find(synthesized, 'AWS::ApiGatewayV2::Route').flatMap((found) => {
    const { RouteKey, Target, AuthorizationType, AuthorizerId } = properties(synthesized, found);
    const integration = integrations.get(text(Target));
    return [
      ...(integration ? [] : [`${text(RouteKey)} has no integration`]),
      ...(integration && !lambdas.has(text(integration['IntegrationUri']))
        ? [`${text(RouteKey)} reaches no function`]
        : []),
      ...(AuthorizationType === 'CUSTOM' && AuthorizerId
        ? []
        : [`${text(RouteKey)} can be called past CloudFront`]),
    ];
  });
};

/** The gate's authorizer reads the header that CloudFront sends, and its value is a reference, not text. */
const gateKnowsCloudFront: Rule = (synthesized) => {
  const authorizer = properties(synthesized, one(synthesized, 'AWS::ApiGatewayV2::Authorizer'));
  const distribution = properties(synthesized, one(synthesized, 'AWS::CloudFront::Distribution'));
  const { Origins } = distribution['DistributionConfig'] as { Origins: Fields[] };
  const headers = Origins.flatMap((origin) => (origin['OriginCustomHeaders'] as Fields[] | undefined) ?? []);
  const sent = headers.filter(({ HeaderName }) =>
    (authorizer['IdentitySource'] as string[]).includes(`$request.header.${text(HeaderName)}`),
  );
  // The gateway is an origin twice: for calls, and for pages with the website as their fallback.
  const gateways = Origins.filter((origin) => origin['CustomOriginConfig'] !== undefined);
  return [
    ...(gateways.length > 0 && sent.length === gateways.length
      ? []
      : ['CloudFront does not send what the gate asks for']),
    ...(authorizer['AuthorizerResultTtlInSeconds'] === 3600 ? [] : ['the gate is asked at every call']),
    ...(authorizer['EnableSimpleResponses'] === true && authorizer['AuthorizerPayloadFormatVersion'] === '2.0'
      ? []
      : ['the gate’s answer is not understood']),
    ...headers
      .filter(({ HeaderValue }) => !/^\{\{resolve:secretsmanager:<edge\.\w+>:/.test(text(HeaderValue)))
      .map(({ HeaderName }) => `${text(HeaderName)} stands in the template`),
  ];
};

const signInComesBackByHttps: Rule = (synthesized) =>
  find(synthesized, 'AWS::Cognito::UserPoolClient').flatMap((found) => {
    const { CallbackURLs, LogoutURLs } = properties(synthesized, found);
    const urls = [...((CallbackURLs ?? []) as string[]), ...((LogoutURLs ?? []) as string[])];
    const bad = urls.filter((url) => !/^https:\/\/[^/]+\/(api\/login\/callback)?$/.test(url));
    return [...bad, ...(urls.length === 2 ? [] : [`${urls.length} addresses to come back to`])];
  });

const namesHaveCertificates: Rule = (synthesized) =>
  find(synthesized, 'AWS::CloudFront::Distribution').flatMap((found) => {
    const config = properties(synthesized, found)['DistributionConfig'] as Fields;
    const certificate = (config['ViewerCertificate'] as Fields | undefined)?.['AcmCertificateArn'];
    const held = find(synthesized, 'AWS::CertificateManager::Certificate').filter(
      (candidate) => ref(candidate) === certificate,
    );
    return ((config['Aliases'] ?? []) as string[]).flatMap((alias) => [
      ...(held.some(({ Properties }) => Properties['DomainName'] === alias)
        ? []
        : [`${alias} has no certificate`]),
      ...(held.every(({ stack }) => synthesized.regions[stack] === 'us-east-1')
        ? []
        : [`${alias} has its certificate in another region than us-east-1`]),
    ]);
  });

const S3_EVENTS = ['s3:ObjectCreated:*', 's3:ObjectCreated:Put', 's3:ObjectCreated:Copy'];

const notificationsMayBeSent: Rule = (synthesized) =>
  find(synthesized, 'AWS::S3::Bucket').flatMap((bucket) => {
    const configuration = properties(synthesized, bucket)['NotificationConfiguration'] as Fields | undefined;
    return ((configuration?.['QueueConfigurations'] ?? []) as Fields[]).flatMap(({ Event, Queue }) => {
      const policies = find(synthesized, 'AWS::SQS::QueuePolicy').filter((policy) =>
        letsS3Send({ synthesized, policy, queue: text(Queue) }),
      );
      return [
        ...(S3_EVENTS.includes(text(Event)) ? [] : [`S3 has no event ${text(Event)}`]),
        ...(policies.some(({ stack, id }) => stack === bucket.stack && bucket.DependsOn?.includes(id))
          ? []
          : [`S3 may not send to ${text(Queue)} when ${bucket.id} is made`]),
      ];
    });
  });

function letsS3Send(parts: { synthesized: Synthesized; policy: Found; queue: string }): boolean {
  return statements(properties(parts.synthesized, parts.policy)['PolicyDocument']).some(
    ({ Effect, Action, Resource, Principal, Condition }) =>
      Effect === 'Allow' &&
      Action.includes('sqs:SendMessage') &&
      Resource.includes(parts.queue) &&
      (Principal as Fields)['Service'] === 's3.amazonaws.com' &&
      ((Condition as Fields)['StringEquals'] as Fields)['aws:SourceAccount'] === ACCOUNT,
  );
}

const oneQueuePolicyPerQueue: Rule = (synthesized) => {
  const named = find(synthesized, 'AWS::SQS::QueuePolicy').flatMap(
    (found) => properties(synthesized, found)['Queues'] as string[],
  );
  return duplicates(named).map((queue) => `${queue} has two policies, and the later one would win`);
};

const firewallStandsBeforeCloudFront: Rule = (synthesized) => {
  const firewalls = find(synthesized, 'AWS::WAFv2::WebACL');
  const elsewhere = firewalls.filter(
    ({ stack, Properties }) =>
      Properties['Scope'] === 'CLOUDFRONT' && synthesized.regions[stack] !== 'us-east-1',
  );
  const distributions = find(synthesized, 'AWS::CloudFront::Distribution');
  const open = distributions.filter((found) => {
    const config = properties(synthesized, found)['DistributionConfig'] as Fields;
    return !firewalls.some((firewall) => att(firewall, 'Arn') === config['WebACLId']);
  });
  return [
    ...elsewhere.map(({ id }) => `${id} is for CloudFront and not in us-east-1`),
    ...open.map(({ id }) => `${id} has no firewall`),
  ];
};

/** The services that each type may trust. CloudFormation accepts a wrong name, which then never matches. */
const SERVICES: Record<string, string[]> = {
  'AWS::IAM::Role': ['lambda.amazonaws.com', 'codedeploy.amazonaws.com', 'apigateway.amazonaws.com'],
  'AWS::Lambda::Permission': ['apigateway.amazonaws.com', 'events.amazonaws.com', 'appsync.amazonaws.com'],
  'AWS::SQS::QueuePolicy': ['s3.amazonaws.com'],
  'AWS::S3::BucketPolicy': ['cloudfront.amazonaws.com'],
  'AWS::SNS::TopicPolicy': ['cloudwatch.amazonaws.com', 'budgets.amazonaws.com'],
};

const knownServices: Rule = (synthesized) =>
  Object.entries(SERVICES).flatMap(([type, allowed]) =>
    find(synthesized, type).flatMap((found) => {
      const { AssumeRolePolicyDocument, PolicyDocument, Principal } = found.Properties;
      const document = AssumeRolePolicyDocument ?? PolicyDocument;
      const trusted = document
        ? statements(document)
            .filter(({ Effect }) => Effect === 'Allow')
            .map((statement) => statement.Principal)
        : [Principal];
      return trusted
        .flatMap((principal) => (principal as Fields)?.['Service'] ?? principal)
        .filter((service) => typeof service === 'string')
        .filter((service) => !allowed.includes(service))
        .map((service) => `${found.stack}.${found.id} trusts ${service}`);
    }),
  );

/** Wide rights that stay, and why. Action and resource are both matched. */
const WIDE_RIGHTS: readonly { action: RegExp; resource: RegExp; needs?: string; reason: string }[] = [
  {
    action: /^xray:Put(?:TraceSegments|TelemetryRecords)$/,
    resource: /^\*$/,
    reason: 'traces have no resource that could be named',
  },
  {
    action: /^s3:(Get|Put|Delete)Object$/,
    resource: /^<data\.MediaBucket\w+\.Arn>\/(incoming|media\/(originals|held|open|archives|copies))\/\*$/,
    reason: 'objects are granted by prefix',
  },
  {
    action: /^s3:(Get|Delete)ObjectVersion$/,
    resource: /^<data\.MediaBucket\w+\.Arn>\/incoming\/\*$/,
    reason: 'versions of uploads are copied and removed by prefix, and of nothing else',
  },
  {
    action: /^s3:(AbortMultipartUpload|ListMultipartUploadParts)$/,
    resource: /^<data\.MediaBucket\w+\.Arn>\/media\/archives\/\*$/,
    reason: 'uploads in parts are granted by prefix',
  },
  {
    action: /^kms:Decrypt$/,
    resource: /^arn:aws:kms:[\w-]+:\d+:key\/\*$/,
    needs: 'kms:EncryptionContext:PARAMETER_ARN',
    reason: 'bound to one parameter by its condition',
  },
  {
    action: /^dynamodb:ListStreams$/,
    resource: /^<data\.Table\w+\.Arn>\/stream\/\*$/,
    reason: 'streams are listed by table',
  },
  {
    action: /^lambda:(UpdateAlias|GetAlias|GetProvisionedConcurrencyConfig)$/,
    resource: /^<(api|calls-[a-z-]+|media)\.\w+\.Arn>\*$/,
    reason: 'the alias is behind the name of its function',
  },
  {
    action: /^cloudwatch:DescribeAlarms$/,
    resource: /^arn:aws:cloudwatch:[\w-]+:\d+:alarm:gatherlens-[a-z]+-\*$/,
    reason: 'alarms are read by their stage',
  },
];

const rightsAreNarrow: Rule = (synthesized) =>
  // The library's uploader of the web build has a role of the library's own making.
  find(synthesized, 'AWS::IAM::Role')
    .filter(({ stack }) => stack !== 'web')
    .flatMap((found) => {
      const policies = (properties(synthesized, found)['Policies'] ?? []) as Fields[];
      return policies
        .flatMap(({ PolicyDocument }) => statements(PolicyDocument))
        .flatMap(({ Action, Resource, Condition }) =>
          Action.flatMap((action) => Resource.map((resource) => ({ action, resource, Condition }))),
        )
        .filter(({ action, resource }) => action.includes('*') || resource.includes('*'))
        .filter(
          ({ action, resource, Condition }) =>
            !WIDE_RIGHTS.some(
              (wide) =>
                wide.action.test(action) &&
                wide.resource.test(resource) &&
                JSON.stringify(Condition ?? {}).includes(wide.needs ?? ''),
            ),
        )
        .map(({ action, resource }) => `${found.stack}.${found.id} may ${action} on ${resource}`);
    });

const nothingSecretInEnvironments: Rule = (synthesized) =>
  find(synthesized, 'AWS::Lambda::Function').flatMap((found) => {
    const environment = properties(synthesized, found)['Environment'] as Fields | undefined;
    return Object.entries((environment?.['Variables'] ?? {}) as Record<string, string>)
      .filter(
        ([name, value]) =>
          (/SECRET|PASSWORD|PRIVATE|TOKEN|_KEY$/i.test(name) &&
            !['SECRETS_PATH', 'ORIGIN_SECRET_ARN'].includes(name)) ||
          /resolve:|PRIVATE KEY|sk_(live|test)_|whsec_/.test(value),
      )
      .map(([name]) => `${found.stack}.${found.id} has ${name} in its environment`);
  });

/** What keys, signing secrets and passwords look like, and references that CloudFormation fills with one. */
const SECRETS =
  /-----BEGIN[A-Z ]* PRIVATE KEY|\b[rs]k_(?:live|test)_\w|\bwhsec_\w|\bAKIA[A-Z0-9]{16}\b|resolve:ssm-secure/;

const nothingSecretAnywhere: Rule = ({ templates }) =>
  Object.entries(templates).flatMap(([stack, template]) => {
    const found = SECRETS.exec(JSON.stringify(template));
    return found ? [`${stack} holds "${found[0]}"`] : [];
  });

/** Source: AWS Lambda Developer Guide, "Using Lambda with Amazon SQS". */
const queuesWaitForWorkers: Rule = (synthesized) =>
  queues.flatMap(({ name, maxReceiveCount }) => {
    const queue = properties(
      synthesized,
      one(synthesized, 'AWS::SQS::Queue', `${name}${idHash(synthesized, name)}`),
    );
    const dead = one(synthesized, 'AWS::SQS::Queue', `${name}dlq`);
    const redrive = queue['RedrivePolicy'] as Fields;
    const needed = functions
      .filter(({ trigger }) => trigger.kind === 'queue' && trigger.queue === name)
      .map(({ timeoutSeconds, trigger }) => (trigger.kind === 'queue' ? 6 * timeoutSeconds : 0));
    return [
      ...(Number(queue['VisibilityTimeout']) >= Math.max(0, ...needed)
        ? []
        : [`${name} shows messages in work again`]),
      ...(redrive['deadLetterTargetArn'] === att(dead, 'Arn') ? [] : [`${name} has no dead-letter queue`]),
      ...(redrive['maxReceiveCount'] === maxReceiveCount ? [] : [`${name} gives up after another count`]),
    ];
  });

/** The part that the library adds to a logical id: `media54CBABFC`, but not `mediadlq…`. */
function idHash(synthesized: Synthesized, name: string): string {
  const ids = find(synthesized, 'AWS::SQS::Queue', 'data').map(({ id }) => id);
  const found = ids.find((id) => new RegExp(`^${name}[0-9A-F]{8}$`).test(id));
  return found?.slice(name.length) ?? '';
}

const mappingsAreAccepted: Rule = (synthesized) =>
  find(synthesized, 'AWS::Lambda::EventSourceMapping').flatMap((found) => {
    const mapping = properties(synthesized, found);
    const batch = Number(mapping['BatchSize']);
    const isStream = mapping['StartingPosition'] !== undefined;
    const concurrency = (mapping['ScalingConfig'] as Fields | undefined)?.['MaximumConcurrency'];
    return [
      ...((mapping['FunctionResponseTypes'] as string[] | undefined)?.includes('ReportBatchItemFailures')
        ? []
        : [`${found.id} fails whole batches`]),
      ...(!isStream && batch > 10 && !mapping['MaximumBatchingWindowInSeconds']
        ? [`${found.id} needs a window for batches above 10`]
        : []),
      ...(concurrency !== undefined && (Number(concurrency) < 2 || Number(concurrency) > 1000)
        ? [`${found.id} has a concurrency that Lambda refuses`]
        : []),
      ...(isStream && !mapping['BisectBatchOnFunctionError']
        ? [`${found.id} loses neighbours of a bad record`]
        : []),
      ...(isStream && !mapping['DestinationConfig'] ? [`${found.id} forgets what failed`] : []),
    ];
  });

const ourFunctionsRunAlike: Rule = (synthesized) =>
  find(synthesized, 'AWS::Lambda::Function')
    .filter(({ stack }) => stack !== 'web' && stack !== 'data')
    .filter(
      ({ Properties }) =>
        JSON.stringify(Properties['Architectures']) !== '["arm64"]' ||
        // An image names its runtime and handler itself.
        (Properties['PackageType'] !== 'Image' &&
          (Properties['Runtime'] !== 'nodejs24.x' || Properties['Handler'] !== 'index.handler')),
    )
    .map(({ id }) => `${id} has another runtime, machine or handler`);

/** CloudFormation's limit is 500, and a function takes five of them: the next ones must fit. */
const MOST_RESOURCES = 450;

const stacksAreSmall: Rule = ({ templates }) =>
  stackNames
    .filter((name) => Object.keys(templates[name].Resources).length >= MOST_RESOURCES)
    .map((name) => `${name} has ${Object.keys(templates[name].Resources).length} resources`);

const logsKeepNoQuery: Rule = (synthesized) => {
  const stage = one(synthesized, 'AWS::ApiGatewayV2::Stage');
  const format = text(
    (resolve(synthesized, stage.stack, stage.Properties['AccessLogSettings'] ?? {}) as Fields)['Format'],
  );
  const kept = format.match(/\$context\.[\w.]+/g) ?? [];
  const unsafe = kept.filter((field) => /path|query|domain|header|authorizer/i.test(field));
  const sampling = find(synthesized, 'AWS::WAFv2::WebACL').filter(({ Properties }) =>
    JSON.stringify(Properties).includes('"SampledRequestsEnabled":true'),
  );
  return [
    ...(kept.length > 0 ? [] : ['the gateway keeps no log']),
    ...unsafe.map((field) => `the gateway's log keeps ${field}`),
    ...sampling.map(({ id }) => `${id} keeps samples of calls`),
  ];
};

/** An alarm that may not publish is silent. */
const alarmsAreHeard: Rule = (synthesized) => {
  const topic = one(synthesized, 'AWS::SNS::Topic');
  const policies = find(synthesized, 'AWS::SNS::TopicPolicy').flatMap((found) =>
    statements(properties(synthesized, found)['PolicyDocument']),
  );
  const isLetIn = policies.some(
    ({ Effect, Principal, Action, Resource }) =>
      Effect === 'Allow' &&
      [(Principal as Fields)['Service']].flat().includes('cloudwatch.amazonaws.com') &&
      Action.includes('sns:Publish') &&
      Resource.includes(ref(topic)),
  );
  return [
    ...(isLetIn ? [] : ['CloudWatch may not publish alarms']),
    ...find(synthesized, 'AWS::CloudWatch::Alarm')
      .filter((alarm) => !(properties(synthesized, alarm)['AlarmActions'] as string[]).includes(ref(topic)))
      .map(({ id }) => `${id} tells nobody`),
  ];
};

/** Lambda counts a batch that reports its failed messages as a success: such an alarm never rings. */
const alarmsSeeFailedMessages: Rule = (synthesized) => {
  const mapped = find(synthesized, 'AWS::Lambda::EventSourceMapping')
    .map((found) => properties(synthesized, found))
    .filter(({ FunctionResponseTypes }) =>
      ((FunctionResponseTypes ?? []) as string[]).includes('ReportBatchItemFailures'),
    )
    .map(({ FunctionName }) => text(FunctionName));
  const lambdas = liveAliases(synthesized)
    .filter((alias) => callableAs(synthesized, alias).some((name) => mapped.includes(name)))
    .map((alias) => text(properties(synthesized, alias)['FunctionName']));
  const names = find(synthesized, 'AWS::Lambda::Function')
    .filter((found) => lambdas.includes(ref(found)))
    .flatMap((found) => [ref(found), text(found.Properties['FunctionName'] ?? ref(found))]);
  return find(synthesized, 'AWS::CloudWatch::Alarm').flatMap((alarm) =>
    metricsOf(properties(synthesized, alarm))
      .filter(({ Namespace, MetricName }) => Namespace === 'AWS/Lambda' && MetricName === 'Errors')
      // Without a function's name it is the sum of all.
      .filter(({ Dimensions }) => {
        const watched = ((Dimensions ?? []) as Fields[]).filter(({ Name }) => Name === 'FunctionName');
        return watched.length === 0 || watched.some(({ Value }) => names.includes(text(Value)));
      })
      .map(() => `${alarm.id} watches errors that a batch does not have`),
  );
};

/** What an alarm looks at: one metric of its own, or those of its expression. */
const metricsOf = (alarm: Fields): Fields[] => [
  alarm,
  ...((alarm['Metrics'] ?? []) as Fields[]).flatMap(({ MetricStat }) =>
    MetricStat ? [(MetricStat as Fields)['Metric'] as Fields] : [],
  ),
];

const needsComeBefore: Rule = ({ needs }) =>
  stackNames.flatMap((name, index) =>
    needs[name]
      .filter((needed) => stackNames.indexOf(needed) >= index)
      .map((needed) => `${name} needs ${needed}, which comes after it`),
  );

/** By name, so that a red test says which rule it is. */
export const rules = {
  wellFormedRouteKeys,
  routesReachFunctions,
  gateKnowsCloudFront,
  signInComesBackByHttps,
  namesHaveCertificates,
  notificationsMayBeSent,
  oneQueuePolicyPerQueue,
  firewallStandsBeforeCloudFront,
  knownServices,
  rightsAreNarrow,
  nothingSecretInEnvironments,
  nothingSecretAnywhere,
  queuesWaitForWorkers,
  mappingsAreAccepted,
  ourFunctionsRunAlike,
  stacksAreSmall,
  logsKeepNoQuery,
  alarmsAreHeard,
  alarmsSeeFailedMessages,
  needsComeBefore,
  ...releaseRules,
} as const satisfies Record<string, Rule>;
