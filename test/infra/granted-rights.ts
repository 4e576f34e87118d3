import { CHANNEL_NAMESPACE } from '../../functions/live-updates/channel.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { att, find, type Found, one, properties, ref, type Statement, statements } from './read-template.ts';
import type { Json, Synthesized } from './synthesized-templates.ts';

/** The role of a row's Lambda. */
export function roleOf({ entry }: FunctionRow, synthesized: Synthesized): Found {
  const [lambda] = find(synthesized, 'AWS::Lambda::Function').filter(
    ({ Properties }) => Properties['Description'] === entry,
  );
  const arn = properties(synthesized, lambda as Found)['Role'];
  return find(synthesized, 'AWS::IAM::Role').find((role) => att(role, 'Arn') === arn) as Found;
}

/** The log that a row's function writes to: one per noun's calls, one for jobs, one for scheduled jobs. */
export function logOf(row: FunctionRow, stageName: string, synthesized: Synthesized): Found {
  const unusual = { schedule: 'scheduled-jobs', authorizer: 'live-updates' } as Partial<
    Record<string, string>
  >;
  const background = unusual[row.trigger.kind] ?? 'jobs';
  const name = `/gatherlens/${stageName}/${'noun' in row ? row.noun : background}`;
  const logs = find(synthesized, 'AWS::Logs::LogGroup').filter(
    ({ Properties }) => Properties['LogGroupName'] === name,
  );
  if (logs.length !== 1 || !logs[0]) throw new Error(`${logs.length} logs are called ${name}.`);
  return logs[0];
}

export function statementsOf(role: Found, synthesized: Synthesized): Statement[] {
  const policies = properties(synthesized, role)['Policies'] as { PolicyDocument: Json }[];
  return policies.flatMap(({ PolicyDocument }) => statements(PolicyDocument));
}

/**
 * What a row's role may do for its handler, as `action resource` in the manifest's words, without what Lambda
 * itself does with the role: logs, traces, reading the row's queue or stream, and giving up on a record.
 */
export function grantedRights(row: FunctionRow, synthesized: Synthesized): string[] {
  const name = namesIn(synthesized);
  const rights = statementsOf(roleOf(row, synthesized), synthesized).flatMap(
    ({ Action, Resource, Condition }) =>
      Action.flatMap((action) =>
        Resource.flatMap((resource) =>
          prefixesOf(Condition).map(
            (prefix) => `${action} ${action.startsWith('s3:ListBucket') ? prefix : name(resource)}`,
          ),
        ),
      ),
  );
  const own = new Set(lambdasOwn(row));
  return [...new Set(rights)].filter((right) => !own.has(right) && !isPlatform(right)).toSorted();
}

/** The platform's own: traces, logs, and the key of a parameter, which `grants.test.ts` checks. */
function isPlatform(right: string): boolean {
  return /^(?:logs:(?:CreateLogStream|PutLogEvents)|xray:\w+|kms:Decrypt) /.test(right);
}

/** Source: Lambda Developer Guide, "Execution role permissions" for SQS and for DynamoDB. */
function lambdasOwn({ trigger }: FunctionRow): string[] {
  switch (trigger.kind) {
    case 'queue':
      return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
        (action) => `sqs:${action} ${trigger.queue}`,
      );
    case 'stream':
      return [
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => `dynamodb:${action} stream`),
        'dynamodb:ListStreams stream/*',
        `sqs:SendMessage ${trigger.onFailure}`,
      ];
    case 'http':
    case 'page':
    case 'schedule':
    case 'authorizer':
    case 'unmatched':
      return [];
    default:
      return trigger satisfies never;
  }
}

/**
 * Turns an ARN into the record's name for it. An unknown ARN stays as it is, and so matches nothing that was
 * used.
 */
function namesIn(synthesized: Synthesized): (arn: string) => string {
  const table = one(synthesized, 'AWS::DynamoDB::Table');
  const bucket = att(one(synthesized, 'AWS::S3::Bucket', 'MediaBucket'), 'Arn');
  const exact = new Map([
    [att(table, 'Arn'), 'table'],
    [att(table, 'StreamArn'), 'stream'],
    [att(one(synthesized, 'AWS::Cognito::UserPool'), 'Arn'), 'pool'],
    ...find(synthesized, 'AWS::SQS::Queue').map((queue) => [att(queue, 'Arn'), nameOfQueue(queue)] as const),
  ]);
  const distribution = `:distribution/${ref(one(synthesized, 'AWS::CloudFront::Distribution'))}`;
  return (arn) => {
    const known = exact.get(arn);
    if (known !== undefined) return known;
    if (arn.startsWith(`${att(table, 'Arn')}/`)) return arn.slice(att(table, 'Arn').length + 1);
    if (arn.startsWith(`${bucket}/`)) return arn.slice(bucket.length + 1).replace(/\*$/, '');
    if (arn.endsWith(distribution)) return 'distribution';
    if (arn.endsWith(`/channelNamespace/${CHANNEL_NAMESPACE}`)) return 'live-updates';
    return /^arn:aws:(?:ssm:.*:parameter\/.*|bedrock:.*)\/([^/]+)$/.exec(arn)?.[1] ?? arn;
  };
}

/** `mediadlq54CBABFC` is `media-dlq`. */
function nameOfQueue({ id }: Found): string {
  return id.replace(/[0-9A-F]{8}$/, '').replace(/dlq$/, '-dlq');
}

function prefixesOf(condition: Json | undefined): string[] {
  const { StringLike } = (condition ?? {}) as { StringLike?: Record<string, string[]> };
  return StringLike?.['s3:prefix']?.map((prefix) => prefix.replace(/\*$/, '')) ?? [''];
}
