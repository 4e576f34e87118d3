import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Grants } from '../../functions/manifest/function-row.ts';
import type { HighlightsModel } from '../stages/stages.ts';
import type { DataResources } from './data-resources.ts';

/** The resources that grants refer to. */
export type GrantResources = {
  readonly data: Pick<DataResources, 'table' | 'mediaBucket' | 'target'>;
  readonly distributionId: string;
  readonly userPool: Pick<UserPool, 'userPoolArn'>;
  /** `/gatherlens/{stage}`: secrets are SSM parameters below it. */
  readonly secretsPath: string;
  readonly highlightsModel: HighlightsModel | undefined;
  /** The channels of live updates. */
  readonly liveNamespaceArn: string;
};

/** The statements of a row's grants: its actions on its resources, and nothing else. */
export function statementsFor(scope: Construct, grants: Grants, granted: GrantResources): PolicyStatement[] {
  return [
    ...tableStatements(grants, granted),
    ...objectStatements(grants, granted),
    ...(grants.send ?? []).map((target) =>
      allow(['sqs:SendMessage'], [granted.data.target(target).queueArn]),
    ),
    ...(grants.secrets ?? []).flatMap((name) => secretStatements(scope, `${granted.secretsPath}/${name}`)),
    ...(grants.invalidate
      ? [allow(['cloudfront:CreateInvalidation'], [distributionArn(scope, granted)])]
      : []),
    ...(grants.deleteAccounts
      ? [allow(['cognito-idp:AdminDeleteUser'], [granted.userPool.userPoolArn])]
      : []),
    ...(grants.publishLiveUpdates ? [allow(['appsync:EventPublish'], [granted.liveNamespaceArn])] : []),
    ...(grants.bedrock && granted.highlightsModel ? modelStatements(scope, granted.highlightsModel) : []),
  ];
}

function allow(
  actions: string[],
  resources: string[],
  conditions?: Record<string, unknown>,
): PolicyStatement {
  return new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });
}

function tableStatements({ table = [], indexes = [] }: Grants, { data }: GrantResources): PolicyStatement[] {
  const { tableArn } = data.table;
  return [
    ...(table.length > 0
      ? [
          allow(
            table.map((action) => `dynamodb:${action}`),
            [tableArn],
          ),
        ]
      : []),
    ...(indexes.length > 0
      ? [
          allow(
            ['dynamodb:Query'],
            indexes.map((name) => `${tableArn}/index/${name}`),
          ),
        ]
      : []),
  ];
}

function objectStatements(
  { objects = [], listObjects = [], listVersions = [] }: Grants,
  { data }: GrantResources,
): PolicyStatement[] {
  const { mediaBucket } = data;
  return [
    ...objects.map(({ prefix, actions }) =>
      allow(
        actions.map((action) => `s3:${action}`),
        [mediaBucket.arnForObjects(`${prefix}*`)],
      ),
    ),
    ...[
      { action: 's3:ListBucket', prefixes: listObjects },
      { action: 's3:ListBucketVersions', prefixes: listVersions },
    ].flatMap(({ action, prefixes }) =>
      prefixes.length > 0
        ? [
            allow([action], [mediaBucket.bucketArn], {
              StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) },
            }),
          ]
        : [],
    ),
  ];
}

/** Any KMS key, because any may encrypt the parameter; the encryption context names that one parameter. */
function secretStatements(scope: Construct, name: string): PolicyStatement[] {
  const stack = Stack.of(scope);
  const parameterArn = stack.formatArn({
    service: 'ssm',
    resource: 'parameter',
    resourceName: name.replace(/^\//, ''),
  });
  const anyKey = stack.formatArn({ service: 'kms', resource: 'key', resourceName: '*' });
  return [
    allow(['ssm:GetParameter'], [parameterArn]),
    allow(['kms:Decrypt'], [anyKey], {
      StringEquals: {
        'kms:ViaService': `ssm.${stack.region}.amazonaws.com`,
        'kms:EncryptionContext:PARAMETER_ARN': parameterArn,
      },
    }),
  ];
}

/**
 * Calling an inference profile takes rights to the profile and, in each of its regions, to the model, the
 * latter only through the profile. Source: Amazon Bedrock User Guide, "Prerequisites for inference profiles".
 */
function modelStatements(scope: Construct, model: HighlightsModel): PolicyStatement[] {
  const stack = Stack.of(scope);
  const modelIn = (region: string): string =>
    stack.formatArn({
      service: 'bedrock',
      region,
      account: '',
      resource: 'foundation-model',
      resourceName: model.modelId,
    });
  if (!('profileId' in model)) return [allow(['bedrock:InvokeModel'], [modelIn(stack.region)])];
  const profileArn = stack.formatArn({
    service: 'bedrock',
    resource: 'inference-profile',
    resourceName: model.profileId,
  });
  return [
    allow(['bedrock:InvokeModel'], [profileArn]),
    allow(['bedrock:InvokeModel'], model.regions.map(modelIn), {
      StringEquals: { 'bedrock:InferenceProfileArn': profileArn },
    }),
  ];
}

function distributionArn(scope: Construct, { distributionId }: GrantResources): string {
  return Stack.of(scope).formatArn({
    service: 'cloudfront',
    region: '',
    resource: 'distribution',
    resourceName: distributionId,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}
