import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import type { PersonKey } from '../../../functions/domain/caller.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMembership } from '../../../functions/table/membership-row.ts';
import { listPeople } from '../../../functions/table/memberships.ts';
import { idOf } from '../../fixtures/records.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const eventId = idOf('evt', 1);
const person = (number: number): PersonKey => `guest:gst_${String(number).padStart(26, '0')}`;

/** An event's people in order; those without a place only opened a checkout. */
function people(count: number, hasPlace: (number: number) => boolean): void {
  const rows = Array.from({ length: count }, (_, number) => ({
    ...keys.membership(eventId, person(number)),
    ...newMembership(eventId, {
      person: person(number),
      standing: 'guest',
      since: '2026-01-01T00:00:00.000Z',
    }),
    hasPlace: hasPlace(number),
  }));
  // DynamoDB filters what a query has read: its limit is of what it looks at.
  dynamo.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values, Limit }) => {
    const rest = rows.filter(({ sk }) => sk > values[':from']);
    const page = rest.slice(0, Limit);
    const last = page.at(-1);
    return {
      Items: page.filter((row) => row.hasPlace),
      ...(rest.length > page.length && last && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
    };
  });
}

beforeEach(() => {
  dynamo.reset();
});

const pageOf = (after?: PersonKey) => listPeople(eventId, { after, limit: 100, looks: 1000 });

it('a page looks at a bounded number of people, and the next goes on where it ended', async () => {
  people(3000, (number) => number === 2500);
  let page = await pageOf();
  expect(page).toEqual({ people: [], last: person(999) });
  expect(dynamo.commandCalls(QueryCommand).length).toBeLessThanOrEqual(10);
  page = await pageOf(page.last);
  page = await pageOf(page.last);
  expect(page).toMatchObject({ people: [{ person: person(2500) }], last: undefined });
});

it('everybody with a place is on one page', async () => {
  people(330, (number) => number % 3 > 0);
  const found: PersonKey[] = [];
  let last: PersonKey | undefined;
  do {
    const page = await pageOf(last);
    found.push(...page.people.map((one) => one.person));
    ({ last } = page);
  } while (last !== undefined);
  expect(found).toHaveLength(220);
  expect(new Set(found).size).toBe(220);
  expect(dynamo.commandCalls(QueryCommand).length).toBeLessThan(8);
});
