import { fullDiff, ResourceImpact } from '@aws-cdk/cloudformation-diff';
import { isDeepStrictEqual } from 'node:util';
import { find, type Found, properties } from './read-template.ts';
import type { Json, Synthesized } from './synthesized-templates.ts';

type Fields = { readonly [name: string]: Json };

/**
 * What identifies a resource that holds data: its type, its policies, and the properties that cannot be
 * changed.
 */
export type Released = {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Properties: Fields;
};

/** By region, stack and logical id: if one of these differs, it is another resource. */
export type ReleasedResources = Readonly<Record<string, Released>>;

/**
 * Types whose loss is a loss of data, accounts, messages, the site's address or the place in the table's
 * stream, with the properties that the service keeps as they are although CloudFormation's schemas do not say
 * so. Lists may grow, but what is there stays. Source: CloudFormation Template Reference, and Amazon Cognito,
 * "Updating user pool configuration": username and attribute settings are chosen at creation; DynamoDB builds
 * an index anew whose keys change.
 */
const stateful: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['AttributeDefinitions', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': [],
  'AWS::SQS::Queue': [],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolDomain': [],
  'AWS::Cognito::UserPoolClient': [],
  'AWS::CloudFront::Distribution': [],
  'AWS::ApiGatewayV2::Api': [],
  'AWS::SecretsManager::Secret': [],
  'AWS::Lambda::EventSourceMapping': [],
};

/**
 * A queue's messages wait for its next mapping; a new mapping of the stream would repeat the last day's
 * changes.
 */
const isLasting = ({ Type, Properties }: Found): boolean =>
  Type !== 'AWS::Lambda::EventSourceMapping' || Properties['StartingPosition'] !== undefined;

/** The resources of these types in a stage's templates. */
export function releasedResources(synthesized: Synthesized): ReleasedResources {
  const found = Object.keys(stateful)
    .flatMap((type) => find(synthesized, type))
    .filter(isLasting);
  return Object.fromEntries(
    found.map((resource) => {
      const place = [synthesized.regions[resource.stack], synthesized.names[resource.stack], resource.id];
      return [place.join('/'), releasedOf(resource, synthesized)];
    }),
  );
}

function releasedOf(resource: Found, synthesized: Synthesized): Released {
  const { Type, DeletionPolicy, UpdateReplacePolicy } = resource;
  const all = properties(synthesized, resource);
  const fixed = new Set([...replacing(Type, { before: {}, after: all }), ...(stateful[Type] ?? [])]);
  const kept = Object.entries(all).filter(([name]) => fixed.has(name));
  return {
    Type,
    ...(DeletionPolicy && { DeletionPolicy }),
    ...(UpdateReplacePolicy && { UpdateReplacePolicy }),
    Properties: Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Properties whose change makes CloudFormation replace the resource, by its own resource schemas. */
function replacing(Type: string, { before, after }: { before: Fields; after: Fields }): string[] {
  const template = (Properties: Fields) => ({ Resources: { One: { Type, Properties } } });
  const replaced: string[] = [];
  fullDiff(template(before), template(after)).resources.forEachDifference((_id, { propertyUpdates }) => {
    for (const [name, { changeImpact }] of Object.entries(propertyUpdates)) {
      if (changeImpact === ResourceImpact.WILL_REPLACE || changeImpact === ResourceImpact.MAY_REPLACE)
        replaced.push(name);
    }
  });
  return replaced;
}

/** What a deployment over the released stage would lose, a sentence for each. */
export function lostResources(released: ReleasedResources, present: ReleasedResources): string[] {
  return Object.entries(released).flatMap(([place, before]) => {
    const name = `${place} (${before.Type})`;
    const after = present[place];
    if (after?.Type !== before.Type)
      return [`${name} is gone: it is deleted or left behind, and whatever takes its place is empty.`];
    return [
      ...replacing(before.Type, { before: before.Properties, after: after.Properties }).map(
        (property) => `${name} is created anew and empty, because ${property} is another.`,
      ),
      ...(stateful[before.Type] ?? [])
        .filter((property) => !keeps(before.Properties[property], after.Properties[property]))
        .map((property) => `${name} cannot keep its ${property}: they may only be added to.`),
      ...(['DeletionPolicy', 'UpdateReplacePolicy'] as const)
        .filter((policy) => before[policy] === 'Retain' && after[policy] !== 'Retain')
        .map((policy) => `${name} is not retained any more: its ${policy} was Retain.`),
    ];
  });
}

/** Whether everything of a list is still there, or a plain value is the same. */
function keeps(before: Json | undefined, after: Json | undefined): boolean {
  if (!Array.isArray(before)) return isDeepStrictEqual(before, after);
  return before.every((entry) => Array.isArray(after) && after.some((one) => isDeepStrictEqual(one, entry)));
}
