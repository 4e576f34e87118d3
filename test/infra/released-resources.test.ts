import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { stages } from '../../infra/stages/stages.ts';
import { type Found, one } from './read-template.ts';
import { lostResources, releasedResources, type ReleasedResources } from './released-resources.ts';
import { type Json, type Synthesized, synthesizedAsIs } from './synthesized-templates.ts';

// What holds data in a deployed stage keeps its identity. `released-resources.json` is what was released
// last; to accept a change: npx vitest run --project infra test/infra/released-resources.test.ts -u

const file = fileURLToPath(new URL('released-resources.json', import.meta.url));
const prod = synthesizedAsIs(stages.prod);
const present: Record<string, ReleasedResources> = Object.fromEntries(
  Object.values(stages).map((stage) => [stage.name, releasedResources(synthesizedAsIs(stage))]),
);
const released = JSON.parse(readFileSync(file, 'utf8')) as typeof present;

it.each(Object.keys(stages))('a deployment over %s loses nothing', (stage) => {
  expect(lostResources(released[stage] ?? {}, present[stage] ?? {})).toEqual([]);
});

it('released-resources.json holds what is released', async () => {
  await expect(`${JSON.stringify(present, undefined, 2)}\n`).toMatchFileSnapshot(file);
});

const anew = (property: string) => [`is created anew and empty, because ${property} is another.`];
const fixed = (property: string) => [`cannot keep its ${property}: they may only be added to.`];

describe('a mistake is named:', () => {
  const before = releasedResources(prod);

  /** What is reported when one resource of production's templates is changed, without its name. */
  function found([type, id]: readonly [string, string], change: (copy: Synthesized, of: Found) => void) {
    const { stack } = one(prod, type, id);
    const changed = { [stack]: structuredClone(prod.templates[stack]) };
    const copy: Synthesized = { ...prod, templates: { ...prod.templates, ...changed } };
    const of = one(copy, type, id);
    change(copy, of);
    const name = `us-east-1/gatherlens-prod-${of.stack}/${of.id} (${type}) `;
    return lostResources(before, releasedResources(copy)).map((sentence) => sentence.replace(name, ''));
  }

  const table = ['AWS::DynamoDB::Table', ''] as const;

  it('the table under another logical id', () => {
    const sentences = found(table, ({ templates }, { id }) => {
      const { [id]: taken, ...others } = templates.data.Resources;
      if (taken) templates.data.Resources = { ...others, Renamed: taken };
    });
    expect(sentences).toEqual([
      'is gone: it is deleted or left behind, and whatever takes its place is empty.',
    ]);
  });

  it.each([
    ['the table with a name of its own', table, 'TableName', 'gatherlens'],
    ['another partition key', table, 'KeySchema.0.AttributeName', 'other'],
    ['another kind of key', table, 'KeySchema.1', { AttributeName: 'sk', KeyType: 'HASH' }],
    ['a bucket with a name of its own', ['AWS::S3::Bucket', 'MediaBucket'], 'BucketName', 'pictures'],
    ['a bucket with locked objects', ['AWS::S3::Bucket', 'MediaBucket'], 'ObjectLockEnabled', true],
    ['another address to sign in at', ['AWS::Cognito::UserPoolDomain', ''], 'Domain', 'other'],
    ['a client with a secret', ['AWS::Cognito::UserPoolClient', ''], 'GenerateSecret', true],
    ['a queue with a name of its own', ['AWS::SQS::Queue', 'deletions8'], 'QueueName', 'deletions'],
  ] as const)('%s', (_mistake, resource, path, value) => {
    expect(found(resource, (_copy, { Properties }) => put(Properties, path, value))).toEqual(
      anew(path.replace(/\..*/, '')),
    );
  });

  it.each([
    ['a key of another type', table, 'AttributeDefinitions.0.AttributeType', 'N'],
    ['an index with another sort key', table, 'GlobalSecondaryIndexes.1.KeySchema.1.AttributeName', 'gsi3sk'],
    [
      'accounts that are not identified by e-mail address',
      ['AWS::Cognito::UserPool', ''],
      'UsernameAttributes',
      ['phone_number'],
    ],
    ['case-sensitive addresses', ['AWS::Cognito::UserPool', ''], 'UsernameConfiguration.CaseSensitive', true],
  ] as const)('%s', (_mistake, resource, path, value) => {
    expect(found(resource, (_copy, { Properties }) => put(Properties, path, value))).toEqual(
      fixed(path.replace(/\..*/, '')),
    );
  });

  it('a table that is not retained', () => {
    const sentences = found(table, (copy, of) => {
      const resource = copy.templates.data.Resources[of.id];
      if (resource) Object.assign(resource, { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' });
    });
    expect(sentences).toEqual([
      'is not retained any more: its DeletionPolicy was Retain.',
      'is not retained any more: its UpdateReplacePolicy was Retain.',
    ]);
  });

  it('another mapping for the stream, which would begin with the last day again', () => {
    const sentences = found(['AWS::Lambda::EventSourceMapping', 'followtable'], ({ templates }, { id }) => {
      const { [id]: taken, ...others } = templates.media.Resources;
      if (taken) templates.media.Resources = { ...others, Renamed: taken };
    });
    expect(sentences).toHaveLength(1);
  });

  it('a stack under another name, for all that is in it', () => {
    const inData = Object.keys(before).filter((place) => place.includes('/gatherlens-prod-data/'));
    const renamed = { ...prod, names: { ...prod.names, data: 'gatherlens-prod-store' } };
    expect(lostResources(before, releasedResources(renamed))).toHaveLength(inData.length);
  });

  it('but an added index is none', () => {
    const index = { IndexName: 'gsi6', KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] };
    expect(
      found(table, (_copy, { Properties }) => put(Properties, 'GlobalSecondaryIndexes.5', index)),
    ).toEqual([]);
  });
});

/** Sets a value deep inside, by names and positions. */
function put(fields: { [name: string]: Json }, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const inner = steps.reduce((at, step) => at[step] as { [name: string]: Json }, fields);
  inner[last] = value as Json;
}
