import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../functions/table/keys.ts';
import { renewSession } from '../../../functions/sign-in/renew-session.ts';
import { createSession, deleteSessions, getSession } from '../../../functions/table/sessions.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const inSeconds = (seconds: number): number => now.getTime() / 1000 + seconds;

beforeEach(() => {
  dynamo.reset();
});

const user = { id: 'u', email: 'a@example.com', firstName: null, lastName: null, profileImageUrl: null };
const DAY = 24 * 3600;

describe('a session', () => {
  it.each([
    [1, user],
    // The table deletes late what is over.
    [0, undefined],
    [-60, undefined],
  ])('that ends in %i s is of %o', async (seconds, expected) => {
    dynamo.on(GetCommand).resolves({ Item: { user, expiresAtSeconds: inSeconds(seconds) } });
    expect((await getSession('hash', now))?.user).toEqual(expected);
    const [call] = dynamo.commandCalls(GetCommand);
    // One that was just ended must not be found any more.
    expect(call?.args[0].input).toMatchObject({ Key: keys.session('hash'), ConsistentRead: true });
  });

  it('is nobody’s where there is none', async () => {
    dynamo.on(GetCommand).resolves({});
    expect(await getSession('hash', now)).toBeUndefined();
  });

  it('that begins ends after 14 days without use, and after 30 in any case', async () => {
    dynamo.on(TransactWriteCommand).resolves({});
    expect(await createSession({ tokenHash: 'hash', user }, now)).toBe(true);
    const [call] = dynamo.commandCalls(TransactWriteCommand);
    const [, session, reference] = call?.args[0].input.TransactItems ?? [];
    expect(session?.Put?.Item).toMatchObject({
      usedAtSeconds: inSeconds(0),
      expiresAtSeconds: inSeconds(14 * DAY),
      endsAtSeconds: inSeconds(30 * DAY),
    });
    expect(reference?.Put?.Item).toEqual({
      ...keys.sessionOf('u', 'hash'),
      expiresAtSeconds: inSeconds(30 * DAY),
    });
  });
});

/** The cookie that a use sets, for a session of this row. */
async function use(row: Record<string, unknown>): Promise<string | undefined> {
  dynamo.on(GetCommand).resolves({ Item: { user, ...row } });
  const session = await getSession('hash', now);
  if (!session) throw new Error('It has ended.');
  return renewSession(session, { cookies: [`__Host-session=${'t'.repeat(43)}`] }, now);
}
const written = () => dynamo.commandCalls(UpdateCommand).map(({ args }) => args[0].input);

describe('a session that is used', () => {
  it('writes nothing within a day of the last record', async () => {
    const usedAtSeconds = inSeconds(1 - DAY);
    expect(await use({ usedAtSeconds, expiresAtSeconds: inSeconds(13 * DAY) })).toBeUndefined();
    expect(written()).toEqual([]);
  });

  it.each([
    // Last used, end in any case, and end without further use.
    [-DAY, 20 * DAY, 14 * DAY],
    [-13 * DAY, 9 * DAY, 9 * DAY],
  ])('%i s after its last use and %i s before its end lasts %i s, and so does its cookie', async (...row) => {
    dynamo.on(UpdateCommand).resolves({});
    const [used, end, lasts] = row;
    const cookie = await use({
      usedAtSeconds: inSeconds(used),
      expiresAtSeconds: inSeconds(5),
      endsAtSeconds: inSeconds(end),
    });
    expect(cookie).toContain(`Max-Age=${lasts};`);
    expect(written()).toMatchObject([
      { ExpressionAttributeValues: { ':now': inSeconds(0), ':expiry': inSeconds(lasts) } },
    ]);
  });

  it('from before uses were recorded keeps its end', async () => {
    dynamo.on(UpdateCommand).resolves({});
    expect(await use({ expiresAtSeconds: inSeconds(29 * DAY) })).toContain(`Max-Age=${14 * DAY};`);
    expect(written()).toMatchObject([{ ExpressionAttributeValues: { ':end': inSeconds(29 * DAY) } }]);
  });

  it('goes on where that could not be recorded', async () => {
    dynamo.on(UpdateCommand).rejects(new Error('denied'));
    expect(await use({ expiresAtSeconds: inSeconds(5) })).toBeUndefined();
  });
});

it('signing out everywhere ends the sessions that are named and those of the index, names last', async () => {
  const reference = keys.sessionOf('u', 'new');
  dynamo
    .on(QueryCommand, { ConsistentRead: true })
    .resolves({ Items: [reference] })
    .on(QueryCommand, { IndexName: 'gsi1' })
    .resolves({ Items: [keys.session('new'), keys.session('old')] });
  dynamo.on(BatchWriteCommand).resolves({});
  await deleteSessions('u');
  const deleted = dynamo
    .commandCalls(BatchWriteCommand)
    .map(({ args }) => args[0].input.RequestItems?.['table']?.map((one) => one.DeleteRequest?.Key));
  expect(deleted).toEqual([[keys.session('new'), keys.session('old')], [reference]]);
});
