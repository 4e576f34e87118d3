import { describe, expect, it } from 'vitest';
import { functions } from '../../functions/manifest/functions.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { stages } from '../../infra/stages/stages.ts';
import { logOf, roleOf, statementsOf } from './granted-rights.ts';
import { madeFunctions, model, withMadeFunctions } from './made-functions.ts';
import { ACCOUNT, att, find, type Found, one, properties, ref, type Statement } from './read-template.ts';
import {
  fewCalls,
  type Json,
  synthesize,
  type Synthesized,
  synthesizedAsIs,
} from './synthesized-templates.ts';

const rows = [...functions, ...madeFunctions];
const synthesized = withMadeFunctions();

const table = att(one(synthesized, 'AWS::DynamoDB::Table'), 'Arn');
const bucket = att(one(synthesized, 'AWS::S3::Bucket', 'MediaBucket'), 'Arn');

const parameter = (name: string) => `arn:aws:ssm:us-east-1:${ACCOUNT}:parameter/gatherlens/staging/${name}`;

/** What a role must hold, derived from the row and not from the code that makes the role. */
function expected(row: FunctionRow, log: string): Statement[] {
  const { table: actions = [], indexes = [], objects = [], listObjects = [], listVersions = [] } = row.grants;
  return [
    allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [log]),
    allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], ['*']),
    ...(actions.length > 0
      ? [
          allow(
            actions.map((action) => `dynamodb:${action}`),
            [table],
          ),
        ]
      : []),
    ...(indexes.length > 0
      ? [
          allow(
            ['dynamodb:Query'],
            indexes.map((name) => `${table}/index/${name}`),
          ),
        ]
      : []),
    ...objects.map((grant) =>
      allow(
        grant.actions.map((action) => `s3:${action}`),
        [`${bucket}/${grant.prefix}*`],
      ),
    ),
    ...(listVersions.length > 0
      ? [
          {
            ...allow(['s3:ListBucketVersions'], [bucket]),
            Condition: { StringLike: { 's3:prefix': listVersions.map((prefix) => `${prefix}*`) } },
          },
        ]
      : []),
    ...(listObjects.length > 0
      ? [
          {
            ...allow(['s3:ListBucket'], [bucket]),
            Condition: { StringLike: { 's3:prefix': listObjects.map((prefix) => `${prefix}*`) } },
          },
        ]
      : []),
    ...(row.grants.send ?? []).map((target) => allow(['sqs:SendMessage'], [queueArn(target)])),
    ...(row.grants.secrets ?? []).flatMap((name) => [
      allow(['ssm:GetParameter'], [parameter(name)]),
      {
        ...allow(['kms:Decrypt'], [`arn:aws:kms:us-east-1:${ACCOUNT}:key/*`]),
        Condition: {
          StringEquals: {
            'kms:ViaService': 'ssm.us-east-1.amazonaws.com',
            'kms:EncryptionContext:PARAMETER_ARN': parameter(name),
          },
        },
      },
    ]),
    ...(row.grants.invalidate ? [allow(['cloudfront:CreateInvalidation'], [distribution()])] : []),
    ...(row.grants.deleteAccounts
      ? [allow(['cognito-idp:AdminDeleteUser'], [att(one(synthesized, 'AWS::Cognito::UserPool'), 'Arn')])]
      : []),
    ...(row.grants.publishLiveUpdates
      ? [
          allow(
            ['appsync:EventPublish'],
            [`${att(one(synthesized, 'AWS::AppSync::Api'), 'ApiArn')}/channelNamespace/events`],
          ),
        ]
      : []),
    ...(row.grants.bedrock ? [allow(['bedrock:InvokeModel'], [modelArn('us-east-1')])] : []),
    ...pollersNeeds(row),
  ];
}

const modelArn = (region: string) => `arn:aws:bedrock:${region}::foundation-model/${model.modelId}`;

/** Lambda polls with the function's own role, and the function changes when messages come again. */
function pollersNeeds({ trigger }: FunctionRow): Statement[] {
  if (trigger.kind === 'queue') {
    const actions = ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
      (action) => `sqs:${action}`,
    );
    return [allow(actions, [queueArn(trigger.queue)])];
  }
  if (trigger.kind !== 'stream') return [];
  const stream = att(one(synthesized, 'AWS::DynamoDB::Table'), 'StreamArn');
  return [
    allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], [stream]),
    allow(['dynamodb:ListStreams'], [`${table}/stream/*`]),
    allow(['sqs:SendMessage'], [queueArn(trigger.onFailure)]),
  ];
}

function allow(actions: readonly string[], resources: readonly string[]): Statement {
  return { Effect: 'Allow', Action: actions.toSorted(), Resource: resources.toSorted() };
}

function queueArn(target: string): string {
  const id = new RegExp(`^${target.replace('-', '')}[0-9A-F]{8}$`);
  const [queue] = find(synthesized, 'AWS::SQS::Queue').filter((found) => id.test(found.id));
  return att(queue as Found, 'Arn');
}

function distribution(): string {
  return `arn:aws:cloudfront::${ACCOUNT}:distribution/${ref(one(synthesized, 'AWS::CloudFront::Distribution'))}`;
}

/**
 * Each right by itself, `Allow action on resource if condition`: the library joins statements as it likes.
 */
function rights(held: readonly Statement[]): string[] {
  const alone = held.flatMap(({ Effect, Action, Resource, Condition }) =>
    Action.flatMap((action) =>
      Resource.map((resource) => `${Effect} ${action} on ${resource} if ${JSON.stringify(Condition ?? {})}`),
    ),
  );
  return [...new Set(alone)].toSorted();
}

describe('a role holds what its row says, and nothing else', () => {
  it.each(rows.map((row) => [row.id, row] as const))('%s', (_id, row) => {
    const role = roleOf(row, synthesized);
    expect(Object.keys(role.Properties).toSorted()).toEqual(['AssumeRolePolicyDocument', 'Policies', 'Tags']);
    expect(rights(statementsOf(role, synthesized))).toEqual(
      rights(expected(row, att(logOf(row, 'staging', synthesized), 'Arn'))),
    );
  });

  it('and no policy is added to it from elsewhere', () => {
    const roles = new Set(rows.map((row) => ref(roleOf(row, synthesized))));
    const added = [
      ...find(synthesized, 'AWS::IAM::Policy'),
      ...find(synthesized, 'AWS::IAM::ManagedPolicy'),
    ].filter((policy) =>
      ((properties(synthesized, policy)['Roles'] ?? []) as string[]).some((role) => roles.has(role)),
    );
    expect(added).toEqual([]);
  });
});

describe('a model for highlights', () => {
  const asker = functions.find(({ grants }) => grants.bedrock) as FunctionRow;
  function of(stage: Synthesized): { modelSetting: Json | undefined; held: Statement[] } {
    const [lambda] = find(stage, 'AWS::Lambda::Function').filter(
      ({ Properties }) => Properties['Description'] === asker.entry,
    );
    const { Variables } = properties(stage, lambda as Found)['Environment'] as {
      Variables: { [name: string]: Json };
    };
    const held = statementsOf(roleOf(asker, stage), stage).filter(({ Action }) =>
      Action.some((action) => action.startsWith('bedrock:')),
    );
    return { modelSetting: Variables['HIGHLIGHTS_MODEL'], held };
  }

  it('is not used if the stage names none', () => {
    expect(of(synthesizedAsIs(stages.staging))).toEqual({ modelSetting: undefined, held: [] });
  });

  it('is known only to the function that may use it', () => {
    expect(of(synthesized)).toEqual({
      modelSetting: model.modelId,
      held: [allow(['bedrock:InvokeModel'], [modelArn('us-east-1')])],
    });
    const told = find(synthesized, 'AWS::Lambda::Function').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('HIGHLIGHTS_MODEL'),
    );
    expect(new Set(told.map(({ Properties }) => Properties['Description']))).toEqual(
      new Set([asker.entry, 'functions/jobs/may-everything.ts']),
    );
  });

  it('in several regions is used only through its profile', () => {
    const profile = { ...model, profileId: 'us.maker.model-v1:0', regions: ['us-east-1', 'us-west-2'] };
    const profileArn = `arn:aws:bedrock:us-east-1:${ACCOUNT}:inference-profile/us.maker.model-v1:0`;
    const stage = { ...stages.staging, highlightsModel: profile };
    expect(of(synthesize({ stage, functions: [...fewCalls, asker] }))).toEqual({
      modelSetting: 'us.maker.model-v1:0',
      held: [
        allow(['bedrock:InvokeModel'], [profileArn]),
        {
          ...allow(['bedrock:InvokeModel'], [modelArn('us-east-1'), modelArn('us-west-2')]),
          Condition: { StringEquals: { 'bedrock:InferenceProfileArn': profileArn } },
        },
      ],
    });
  });
});
