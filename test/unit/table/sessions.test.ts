import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../functions/table/keys.ts';
import { getSessionUser } from '../../../functions/table/sessions.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const now = new Date('2026-06-30T18:00:00.000Z');
const inSeconds = (seconds: number): number => now.getTime() / 1000 + seconds;

beforeEach(() => {
  dynamo.reset();
});

describe('a session', () => {
  const user = { id: 'u', email: 'a@example.com', firstName: null, lastName: null, profileImageUrl: null };

  it.each([
    [1, user],
    // The table deletes late what is over.
    [0, undefined],
    [-60, undefined],
  ])('that ends in %i s is of %o', async (seconds, expected) => {
    dynamo.on(GetCommand).resolves({ Item: { user, expiresAtSeconds: inSeconds(seconds) } });
    expect(await getSessionUser('hash', now)).toEqual(expected);
    const [call] = dynamo.commandCalls(GetCommand);
    // One that was just ended must not be found any more.
    expect(call?.args[0].input).toMatchObject({ Key: keys.session('hash'), ConsistentRead: true });
  });

  it('is nobody’s where there is none', async () => {
    dynamo.on(GetCommand).resolves({});
    expect(await getSessionUser('hash', now)).toBeUndefined();
  });
});
