import '../fixtures/use-system-environment.ts';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, inject, it } from 'vitest';
import { dynamoClient } from '../../functions/aws/clients.ts';
import { type Key, keys } from '../../functions/table/keys.ts';
import { tableName } from '../../functions/table/dynamo.ts';
import { NOT_PLAIN } from '../../shared/contract/text.ts';
import { messages } from '../../shared/messages.ts';
import { Client } from '../fixtures/api-client.ts';
import { UNFIT_TEXTS, UNSEEN_TEXTS } from '../fixtures/hostile-texts.ts';
import { parseError } from '../fixtures/parse-response.ts';
import { jpegFile, upload } from '../fixtures/uploads.ts';
import { filledPage } from '../fixtures/filled-page.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';
import { type SignedIn } from '../fixtures/users-and-guests.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem } from '../fixtures/seed-item.ts';

const base = inject('siteUrl');
let host: SignedIn;
let eventId: string;

beforeAll(async () => {
  host = await newUser(base);
  eventId = await seedEvent(host, { name: 'Texts' });
});

it('a name that is no text is refused in words, whoever sends it', async () => {
  const anonymous = new Client(base);
  for (const [text, message] of [
    [UNFIT_TEXTS[0], NOT_PLAIN],
    [UNSEEN_TEXTS[0], messages.guestNameRequired],
  ]) {
    const answer = await anonymous.post('/api/guests', { name: text });
    expect([answer.status, parseError(answer)]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid_input', message, issues: [{ path: 'name', message }] }),
    ]);
  }
});

it.each([
  ['POST', '/api/guests', { name: 'Grace', eventId: '\ud800', extra: '\ud800', '\ud800': 1 }, 201],
  ['POST', '/api/guests/claim', { guestId: '\ud800', token: '\ud800' }, 401],
  ['POST', '/api/objects/upload/guest', { guestId: '\ud800', token: 'x', eventId: '\ud800' }, 401],
  ['POST', '/api/push/unsubscribe', { endpoint: 'https://x.example/\ud800' }, 400],
] as const)('%s %s takes no half of a character any further: %j', async (method, path, body, status) => {
  expect((await new Client(base).sendJson(method, path, body)).status).toBe(status);
});

it.each([
  '/api/events/%ED%A0%80',
  '/api/events/%FF',
  '/event/%ED%A0%80',
  '/api/events/public?cursor=%ED%A0%80',
  '/api/login?returnTo=%ED%A0%80',
  '/api/login/callback?state=%ED%A0%80&code=%FF',
  '/event/evt_aaaaaaaaaaaaaaaaaaaaaaaaaa?sort=%ED%A0%80',
])('bytes that are no UTF-8 in an address are no fault: %s', async (path) => {
  expect((await new Client(base).get(path)).status).toBeLessThan(500);
});

it.each([
  'x-guest-id',
  'x-guest-token',
  'x-gatherlens-user',
  'cookie',
  'user-agent',
  'accept-language',
  'referer',
])('bytes that are no UTF-8 in the header %s are no fault', async (name) => {
  for (const path of [`/api/events/${eventId}`, `/event/${eventId}`]) {
    const value = name === 'cookie' ? '__Host-session=\u00ED\u00A0\u0080' : '\u00ED\u00A0\u0080';
    const headers = { 'x-guest-id': 'x', [name]: value };
    expect((await fetch(new URL(path, base), { headers })).status).toBeLessThan(500);
  }
});

it('no photo is lost for its name', async () => {
  const guest = await seedGuest(base, 'Ruṯ 👩‍👩‍👧‍👦 שרה');
  for (const [at, name] of ['\ud800', '\u202Egpj.exe'].entries()) {
    const item = await upload(guest, eventId, { ...(await jpegFile(at)), name });
    expect(item.originalName).toMatch(/^(?:file|gpj\.exe)$/);
  }
  const { json } = await host.get(`/api/events/${eventId}/people`);
  expect(json.map(({ name }) => name)).toContain('Ruṯ 👩‍👩‍👧‍👦 שרה');
});

const rename = ({ pk, sk }: Key, name: string) =>
  dynamoClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET #name = :name',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':name': name },
    }),
  );

it('what a release before kept is shown as a line, in answers and in the page', async () => {
  const guest = await seedGuest(base);
  await seedItem(guest, eventId);
  await rename(keys.event(eventId), `Old\u202E${'\u0301'.repeat(30)}\r\nname\u0000`);
  await rename(keys.guest(guest.guestId), '\u200B\u202E');
  const { json } = await host.get(`/api/events/${eventId}`);
  expect(json.name).toBe('Old\u0301\u0301\u0301\u0301 name');
  const page = await filledPage(host, `/event/${eventId}`);
  expect(page.text).toContain(`<title>${json.name}`);
  expect(page.text).not.toContain('\u202E');
  expect(page.text).not.toContain('\u0000');
  const people = await host.get(`/api/events/${eventId}/people`);
  expect(people.json.find(({ id }) => id === guest.guestId)?.name).toBe('Unnamed');
});
