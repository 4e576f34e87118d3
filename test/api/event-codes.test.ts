import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import type { EventRecord } from '../../functions/domain/records.ts';
import { getRow, tableName } from '../../functions/table/dynamo.ts';
import { keys } from '../../functions/table/keys.ts';
import { parseEventCode } from '../../shared/values/event-code.ts';
import { Client } from '../fixtures/api-client.ts';
import { ClientAt } from '../fixtures/client-at.ts';
import { eventually } from '../fixtures/uploads.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { seedCoHost } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');
let host: SignedIn;
let stranger: Client;

beforeAll(async () => {
  host = await newUser(base, 'Hana');
  stranger = new Client(base);
});

const newEvent = (privacy: EventRecord['privacy'] = 'unlisted'): Promise<string> =>
  seedEvent(host, { privacy });
const codeOf = async (eventId: string, by = host): Promise<string> =>
  (await by.put(`/api/events/${eventId}/code`)).json.code;
const find = (code: string, by: Client = stranger) => by.get(`/api/codes/${code}`);

/** What an answer says but for its request's id. */
const told = (text: string) => text.replace(/"requestId":"[^"]*"/, '');

describe('the code of an event', () => {
  it('is eight letters, and the same for every host, whenever and however often they ask', async () => {
    const eventId = await newEvent();
    const helper = await newUser(base, 'Cora');
    await seedCoHost(helper, eventId);
    const asked = [host, helper, host, helper].map((one) => codeOf(eventId, one));
    const [code, ...others] = await Promise.all([...asked, codeOf(eventId)]);
    expect(parseEventCode(code)).toBe(code);
    expect(others).toEqual([code, code, code, code]);
    expect(await codeOf(await newEvent())).not.toBe(code);
  });

  it('leads whoever has it to the event, and tells nothing else', async () => {
    const eventId = await newEvent();
    const code = await codeOf(eventId);
    for (const one of [stranger, await seedGuest(base), host])
      expect(await find(code, one)).toMatchObject({ status: 200, text: JSON.stringify({ eventId }) });
  });

  it('is no code while the event is private, and the same one afterwards', async () => {
    const eventId = await newEvent('public');
    const code = await codeOf(eventId);
    const unknown = await find('CCCCCCCC');
    await host.put(`/api/events/${eventId}`, { privacy: 'private' });
    const ofPrivate = await find(code);
    expect([ofPrivate.status, told(ofPrivate.text)]).toEqual([404, told(unknown.text)]);
    expect([...ofPrivate.headers.keys()]).toEqual([...unknown.headers.keys()]);
    const refused = await host.put(`/api/events/${eventId}/code`);
    expect(refused).toMatchObject({ status: 409, json: { code: 'private_event' } });
    await host.put(`/api/events/${eventId}`, { privacy: 'unlisted' });
    expect((await find(code)).json).toEqual({ eventId });
    expect(await codeOf(eventId)).toBe(code);
  });

  it.each(['cccccccc', 'CCCCCCC', 'CCCC-CCCC', 'CCCCCCC0', 'AAAAAAAA'])('is none if it is %s', async (code) =>
    expect(await find(code)).toMatchObject({ status: 404, json: { code: 'not_found' } }),
  );

  it('ends with the event', async () => {
    const eventId = await newEvent();
    const code = await codeOf(eventId);
    await host.delete(`/api/events/${eventId}`);
    expect((await find(code)).status).toBe(404);
    await eventually(async () => (await getRow(keys.eventCode(code))) === undefined);
  });
});

it('an address that guesses is stopped, but for codes that were found from there, and no other one', async () => {
  const limit = rateLimitOf('find-event-by-code');
  if (!limit) throw new Error('Guessing has no limit.');
  const [eventId, other] = [await newEvent(), await newEvent()];
  const [code, unfound] = [await codeOf(eventId), await codeOf(other)];
  const subject = createHash('sha256').update('127.0.0.77').digest('hex').slice(0, 32);
  const thisWindow = Math.floor(Date.now() / 1000 / limit.windowSeconds) + 1;
  for (const window of [thisWindow, thisWindow + 1]) {
    const windowEnd = window * limit.windowSeconds;
    await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.rateLimit({ endpointId: 'find-event-by-code', subject, windowEnd }),
        UpdateExpression: 'SET calls = :calls, expiresAtSeconds = :end',
        ExpressionAttributeValues: { ':calls': limit.max - 1, ':end': windowEnd + 60 },
      }),
    );
  }
  const guesser = new ClientAt(base, '127.0.0.77');
  expect((await find(code, guesser)).status).toBe(200);
  for (const guess of [unfound, 'CCCCCCCC']) {
    const stopped = await find(guess, guesser);
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await find(guess)).status).not.toBe(429);
  }
  // Others at the party go on to type its code.
  expect(await find(code, guesser)).toMatchObject({ status: 200, json: { eventId } });
  await host.put(`/api/events/${eventId}`, { privacy: 'private' });
  expect((await find(code, guesser)).status).toBe(404);
  guesser.close();
});
