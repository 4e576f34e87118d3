import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Stage, stages } from '../../infra/stages.ts';
import { find } from './read-template.ts';
import { synthesize } from './synthesized.ts';

/**
 * A logical id that changes makes CloudFormation create anew and delete the old. For what holds data, accounts or the
 * site's address that is a loss, so that these ids are written down: changing the file is a decision.
 */
const PINNED = new URL('./logical-ids.json', import.meta.url);
const STATEFUL = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolDomain',
  'AWS::Cognito::UserPoolClient',
  'AWS::CloudFront::Distribution',
  'AWS::ApiGatewayV2::Api',
  'AWS::SecretsManager::Secret',
];

it.each(Object.values(stages))('what holds state in $name keeps its identity', (stage: Stage) => {
  const synthesized = synthesize({ stage });
  const ids = STATEFUL.flatMap((type) =>
    find(synthesized, type).map((found) => [`${found.stack}.${found.id}`, type]),
  );
  expect(Object.fromEntries(ids)).toEqual(JSON.parse(readFileSync(PINNED, 'utf8')));
});
