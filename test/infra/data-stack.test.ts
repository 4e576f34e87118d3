import { describe, expect, it } from 'vitest';
import { tableSchema } from '../../functions/table/schema.ts';
import { stages } from '../../infra/stages/stages.ts';
import { ACCOUNT, att, find, one, properties, type Statement, statements } from './read-template.ts';
import { type Json, synthesizedAsIs } from './synthesized-templates.ts';

const key = ({ name }: { name: string }, KeyType: string) => ({ AttributeName: name, KeyType });

const dev = synthesizedAsIs(stages.dev);
const prod = synthesizedAsIs(stages.prod);
type Fields = { [key: string]: Json };

describe('the table', () => {
  const table = properties(dev, one(dev, 'AWS::DynamoDB::Table'));

  it('follows the schema', () => {
    expect(table['KeySchema']).toEqual([
      key(tableSchema.partitionKey, 'HASH'),
      key(tableSchema.sortKey, 'RANGE'),
    ]);
    expect(table['GlobalSecondaryIndexes']).toEqual(
      tableSchema.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: [key(index.partitionKey, 'HASH'), key(index.sortKey, 'RANGE')],
        Projection: { ProjectionType: 'ALL' },
      })),
    );
    const types = new Map(
      (table['AttributeDefinitions'] as { AttributeName: string; AttributeType: string }[]).map(
        ({ AttributeName, AttributeType }) => [AttributeName, AttributeType],
      ),
    );
    const attributes = [tableSchema, ...tableSchema.indexes].flatMap((keys) => [
      keys.partitionKey,
      keys.sortKey,
    ]);
    expect(types).toEqual(new Map(attributes.map(({ name, type }) => [name, type])));
    expect(table['StreamSpecification']).toEqual({ StreamViewType: tableSchema.streamViewType });
    expect(table['TimeToLiveSpecification']).toEqual({
      AttributeName: tableSchema.timeToLiveAttribute,
      Enabled: true,
    });
  });

  it('is paid by use and can be restored to any second', () => {
    expect(table['BillingMode']).toBe('PAY_PER_REQUEST');
    expect(table['PointInTimeRecoverySpecification']).toEqual({ PointInTimeRecoveryEnabled: true });
  });
});

it('is warm from the start where events are promised more than a new table takes', () => {
  const warmth = (stage: typeof prod) =>
    properties(stage, one(stage, 'AWS::DynamoDB::Table'))['WarmThroughput'];
  expect(warmth(prod)).toEqual({ WriteUnitsPerSecond: 12_000 });
  expect(warmth(dev)).toBeUndefined();
});

describe('the buckets', () => {
  it.each(['MediaBucket', 'WebBucket'])('%s is private and encrypted', (id) => {
    const bucket = one(prod, 'AWS::S3::Bucket', id);
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    const refused = policyOf(prod, id).filter(({ Effect }) => Effect === 'Deny');
    expect(refused).toContainEqual(
      expect.objectContaining({ Action: ['s3:*'], Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });

  it('delete uploads that were never saved, leftover parts, and ZIPs of galleries', () => {
    const { Rules } = one(dev, 'AWS::S3::Bucket', 'MediaBucket').Properties['LifecycleConfiguration'] as {
      Rules: Fields[];
    };
    expect(Rules).toEqual([
      expect.objectContaining({
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        Status: 'Enabled',
      }),
      expect.objectContaining({ Prefix: 'media/archives/', ExpirationInDays: 1, Status: 'Enabled' }),
      expect.objectContaining({ Prefix: 'media/copies/', ExpirationInDays: 1, Status: 'Enabled' }),
      expect.objectContaining({ Prefix: 'incoming/', ExpirationInDays: 7, Status: 'Enabled' }),
    ]);
    expect(Rules[0]).not.toHaveProperty('Prefix');
  });

  it('keep old versions of media for a few days in stages that keep data', () => {
    const media = (synthesized: typeof dev) => one(synthesized, 'AWS::S3::Bucket', 'MediaBucket').Properties;
    expect(media(dev)['VersioningConfiguration']).toBeUndefined();
    expect(media(prod)['VersioningConfiguration']).toEqual({ Status: 'Enabled' });
    const { Rules } = media(prod)['LifecycleConfiguration'] as { Rules: Fields[] };
    expect(Rules).toContainEqual(
      expect.objectContaining({
        NoncurrentVersionExpiration: { NoncurrentDays: stages.prod.oldVersionDays },
        ExpiredObjectDeleteMarker: true,
      }),
    );
    expect(Rules).toContainEqual(
      expect.objectContaining({
        Prefix: 'media/archives/',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      }),
    );
    expect(Rules).toContainEqual(
      expect.objectContaining({ Prefix: 'incoming/', NoncurrentVersionExpiration: { NoncurrentDays: 1 } }),
    );
  });

  it('let S3 choose the cheapest storage for originals in stages that keep data', () => {
    const rulesOf = (synthesized: typeof dev) =>
      JSON.stringify(one(synthesized, 'AWS::S3::Bucket', 'MediaBucket').Properties['LifecycleConfiguration']);
    const { Rules } = JSON.parse(rulesOf(prod)) as { Rules: Fields[] };
    expect(Rules).toContainEqual({
      Id: 'originals',
      Prefix: 'media/originals/',
      Status: 'Enabled',
      Transitions: [{ StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 1 }],
    });
    expect(rulesOf(dev)).not.toContain('INTELLIGENT_TIERING');
  });

  it('let pages send by PUT and read by GET only', () => {
    const { CorsRules } = one(dev, 'AWS::S3::Bucket', 'MediaBucket').Properties['CorsConfiguration'] as {
      CorsRules: Fields[];
    };
    expect(CorsRules).toHaveLength(1);
    expect(CorsRules[0]).toMatchObject({
      AllowedMethods: ['PUT', 'GET'],
      AllowedHeaders: ['content-type', 'if-none-match'],
      ExposedHeaders: ['etag', 'content-disposition'],
    });
    expect(one(dev, 'AWS::S3::Bucket', 'WebBucket').Properties['CorsConfiguration']).toBeUndefined();
  });

  it('let CloudFront read renditions and pages, but neither originals nor uploads', () => {
    const read = (id: string) =>
      policyOf(prod, id).filter(
        ({ Effect, Action }) => Effect === 'Allow' && Action.includes('s3:GetObject'),
      );
    const media = att(one(prod, 'AWS::S3::Bucket', 'MediaBucket'), 'Arn');
    const web = att(one(prod, 'AWS::S3::Bucket', 'WebBucket'), 'Arn');
    expect(read('MediaBucket').map(({ Resource }) => Resource)).toEqual([
      [`${media}/media/held/*`, `${media}/media/open/*`],
    ]);
    expect(read('WebBucket').map(({ Resource }) => Resource)).toEqual([[`${web}/*`]]);
    for (const { Principal, Condition } of [...read('MediaBucket'), ...read('WebBucket')]) {
      expect(Principal).toEqual({ Service: 'cloudfront.amazonaws.com' });
      expect(Condition).toEqual({
        ArnLike: { 'aws:SourceArn': `arn:aws:cloudfront::${ACCOUNT}:distribution/*` },
      });
    }
  });
});

describe('the queues', () => {
  it('are encrypted and closed to plain HTTP', () => {
    const queues = find(prod, 'AWS::SQS::Queue');
    expect(queues.map(({ Properties }) => Properties['SqsManagedSseEnabled'])).toEqual(
      queues.map(() => true),
    );
    const refusing = find(prod, 'AWS::SQS::QueuePolicy').filter((policy) =>
      statements(properties(prod, policy)['PolicyDocument']).some(
        ({ Effect, Condition }) =>
          Effect === 'Deny' && JSON.stringify(Condition) === '{"Bool":{"aws:SecureTransport":"false"}}',
      ),
    );
    expect(refusing).toHaveLength(queues.length);
  });

  it('keep failed messages for two weeks', () => {
    const dead = find(prod, 'AWS::SQS::Queue').filter(({ id }) => /dlq[0-9A-F]{8}$/.test(id));
    expect(dead.length).toBeGreaterThan(0);
    expect(dead.map(({ Properties }) => Properties['MessageRetentionPeriod'])).toEqual(
      dead.map(() => 14 * 86_400),
    );
  });

  it('are notified of originals and of arrivals, each its own', () => {
    const { QueueConfigurations } = properties(prod, one(prod, 'AWS::S3::Bucket', 'MediaBucket'))[
      'NotificationConfiguration'
    ] as { QueueConfigurations: Fields[] };
    const queue = (name: string) => {
      const found = find(prod, 'AWS::SQS::Queue').find(({ id }) =>
        new RegExp(`^${name}[0-9A-F]{8}$`).test(id),
      );
      return found && att(found, 'Arn');
    };
    expect(QueueConfigurations).toEqual([
      {
        Event: 's3:ObjectCreated:*',
        Queue: queue('originals'),
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'media/originals/' }] } },
      },
      {
        Event: 's3:ObjectCreated:*',
        Queue: queue('arrivals'),
        Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'incoming/' }] } },
      },
    ]);
  });
});

function policyOf(synthesized: typeof dev, id: string): Statement[] {
  const policy = one(synthesized, 'AWS::S3::BucketPolicy', id);
  return statements(properties(synthesized, policy)['PolicyDocument']);
}
