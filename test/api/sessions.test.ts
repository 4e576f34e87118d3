import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { hashToken } from '../../functions/sign-in/session-cookie.ts';
import { newUser } from '../fixtures/new-user.ts';
import { signIn, type SignedIn } from '../fixtures/users-and-guests.ts';

const base = inject('siteUrl');
const DAY = 24 * 3600;
const rowOf = (client: SignedIn) => keys.session(hashToken(client.cookie('__Host-session') ?? ''));

/** Makes a session look as if it was last used so long ago. */
const age = (client: SignedIn, seconds: number) =>
  dynamoClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: rowOf(client),
      UpdateExpression: 'ADD usedAtSeconds :less, expiresAtSeconds :less',
      ExpressionAttributeValues: { ':less': -seconds },
    }),
  );

const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().filter((cookie) => cookie.startsWith('__Host-session='));

it('a session goes on with each day of use, in the table and in the browser, and ends without', async () => {
  const client = await newUser(base);
  const { json: event } = await client.post('/api/events', { name: 'Party', privacy: 'public' });
  const look = () => client.get('/api/auth/user');
  expect(cookiesOf(await look())).toEqual([]);
  for (const use of [look, () => client.get(`/event/${event.id}`)]) {
    await age(client, 2 * DAY);
    const before = await getRow(rowOf(client));
    expect(cookiesOf(await use())).toEqual([expect.stringContaining(`Max-Age=${14 * DAY};`)]);
    const after = await getRow(rowOf(client));
    expect(Number(after?.['expiresAtSeconds'])).toBeGreaterThan(Number(before?.['expiresAtSeconds']) + DAY);
    // Within a day of that nothing is written.
    expect(cookiesOf(await use())).toEqual([]);
  }
  await age(client, 14 * DAY);
  expect((await look()).status).toBe(401);
});

it('signing out everywhere ends all sessions of that user at once, and nobody else’s', async () => {
  const here = await signIn(base);
  const there = [await signIn(base, 'Ada', here.email)];
  const other = await newUser(base);
  const ended = await here.delete('/api/auth/sessions');
  expect([ended.status, cookiesOf(ended)]).toEqual([
    204,
    [expect.stringMatching(/^__Host-session=; Max-Age=0;/)],
  ]);
  for (const client of [here, ...there]) expect((await client.get('/api/auth/user')).status).toBe(401);
  expect((await other.get('/api/auth/user')).status).toBe(200);
  expect((await signIn(base, 'Ada', here.email)).userId).toBe(here.userId);
});
