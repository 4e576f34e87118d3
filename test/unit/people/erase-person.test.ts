import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { erasePerson } from '../../../functions/people/erase-person.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);

const now = new Date('2026-01-02T03:04:05Z');
/** The person's row. */
let row: Record<string, unknown> | undefined;
/** What fails. */
let failure: { account?: Error; row?: Error };
/** What was deleted, in order. */
let deleted: string[];

beforeEach(() => {
  process.env['USER_POOL_ID'] = 'us-east-1_Pool';
  dynamo.reset();
  pool.reset();
  row = { email: 'ada@example.com', erasedAt: '2026-01-01' };
  deleted = [];
  failure = {};
  dynamo.on(GetCommand).callsFake(({ Key }) => ({ Item: Key.sk === 'UNSAVED' ? undefined : row }));
  dynamo.on(QueryCommand).resolves({ Items: [] });
  dynamo.on(DeleteCommand).callsFake(({ Key }) => {
    // Their count of unsaved uploads.
    if (Key.sk === 'UNSAVED') return {};
    deleted.push('row');
    row = undefined;
    return {};
  });
  dynamo.on(PutCommand).callsFake(({ Item }) => {
    if (failure.row) throw failure.row;
    deleted.push('row');
    row = Item;
    return {};
  });
  pool.on(AdminDeleteUserCommand).callsFake(({ UserPoolId, Username }) => {
    if (failure.account) throw failure.account;
    deleted.push(`${Username} of ${UserPoolId}`);
    return {};
  });
});

const isOverdue = () => false;
const erase = (person: 'user:usr_1' | 'guest:gst_1') =>
  erasePerson(person, { withMedia: false, now, isOverdue, lookAgain: () => Promise.resolve() });
const refusal = { message: 'refused', $metadata: {} };

describe('the account of who leaves', () => {
  it('is deleted, and the row that says so after it', async () => {
    await erase('user:usr_1');
    expect(deleted).toEqual(['usr_1 of us-east-1_Pool', 'row']);
  });

  it('leaves for an hour that it left, and nothing else', async () => {
    await erase('user:usr_1');
    expect(row).toEqual({
      pk: 'USER#usr_1',
      sk: 'USER',
      id: 'usr_1',
      erasedAt: '2026-01-02T03:04:05.000Z',
      expiresAtSeconds: Date.parse('2026-01-02T04:04:05Z') / 1000,
    });
  });

  it('is asked for again where deleting it failed: the row stays', async () => {
    failure = { account: new TooManyRequestsException(refusal) };
    await expect(erase('user:usr_1')).rejects.toThrow('refused');
    expect([deleted, row?.['email']]).toEqual([[], 'ada@example.com']);
    failure = {};
    await erase('user:usr_1');
    expect(deleted).toEqual(['usr_1 of us-east-1_Pool', 'row']);
  });

  it('may be gone already, where the job died between the two', async () => {
    failure = { row: new Error('killed') };
    await expect(erase('user:usr_1')).rejects.toThrow('killed');
    failure = { account: new UserNotFoundException(refusal) };
    await erase('user:usr_1');
    expect(deleted).toEqual(['usr_1 of us-east-1_Pool', 'row']);
    expect(row).not.toHaveProperty('email');
  });

  it('is left alone by a message for somebody who is not leaving', async () => {
    row = { email: 'ada@example.com' };
    await erase('user:usr_1');
    expect(deleted).toEqual([]);
  });

  it('is nothing that a guest has', async () => {
    await erase('guest:gst_1');
    expect([deleted, row]).toEqual([['row'], undefined]);
  });
});
