import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamoClient } from '../aws/clients.ts';
import type { PersonKey } from '../domain/caller.ts';
import type { Membership } from '../domain/records.ts';
import { tableName } from './dynamo.ts';
import { ALL_PEOPLE, keys, nameIn } from './keys.ts';
import { parseMembership } from './membership-row.ts';
import { parseKey } from './query-rows.ts';

/** A page of people, and the last one who was looked at, if there may be more. */
export type PeoplePage = { readonly people: readonly Membership[]; readonly last: PersonKey | undefined };

/** After whom a page begins, and how many people are looked at for it. `kind`: those of only this kind. */
export type Look = {
  readonly after: PersonKey | '' | undefined;
  readonly limit: number;
  readonly kind?: 'guest';
};

/** A condition on memberships, as an expression with its values. */
export type MembershipFilter = {
  readonly expression: string;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Whom a filter finds among the next of an event's people, by kind and id. One request, consistent. */
export async function lookAtPeople(
  eventId: string,
  look: Look,
  filter: MembershipFilter,
): Promise<PeoplePage> {
  const all = `${ALL_PEOPLE}${look.kind ? `${look.kind}:` : ''}`;
  const { Items = [], LastEvaluatedKey } = await dynamoClient().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      FilterExpression: filter.expression,
      ExpressionAttributeValues: {
        ':pk': keys.event(eventId).pk,
        // `!` sorts before every character of a person key: the page begins right after `after`.
        ':from': look.after ? `${ALL_PEOPLE}${look.after}!` : all,
        ':to': `${all}~`,
        ...filter.values,
      },
      ConsistentRead: true,
      Limit: look.limit,
    }),
  );
  const last = LastEvaluatedKey && (nameIn(parseKey(LastEvaluatedKey).sk) as PersonKey);
  return { people: Items.map(parseMembership), last };
}
