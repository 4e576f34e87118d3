import { inject } from 'vitest';
import type { ApiResponse, Client } from '../fixtures/api-client.ts';
import {
  guestIdentityOf,
  type PeopleByRole,
  type EventWithAllRoles,
  guestQueryOf,
  type RoleName,
} from '../fixtures/event-with-all-roles.ts';
import { unreachableSubscription } from '../fixtures/push-service-client.ts';
import { jpegFile, putUpload } from '../fixtures/uploads.ts';

// The calls of the access table, as somebody in a role makes them.

const pushOrigin = inject('environment')['PUSH_TEST_ORIGIN'] ?? '';
const file = await jpegFile(99);

/** One cell of the table. `bare` is an event that nobody else's cell looks at. */
type Cell = {
  client: Client;
  role: RoleName;
  testEvent: EventWithAllRoles;
  bare: string;
  people: PeopleByRole;
};
type Call = (cell: Cell) => Promise<ApiResponse | string>;

/** Calls that take no guest's identity of their own get it as a header: it must not help. */
const headers = (client: Client): Record<string, string> => {
  const identity = guestIdentityOf(client);
  return identity ? { 'x-guest-id': identity.guestId, 'x-guest-token': identity.token } : {};
};
const send = (method: string, client: Client, path: string, body?: object): Promise<ApiResponse> =>
  client.send(method, path, {
    headers: { ...headers(client), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const at = ({ testEvent }: Cell) => `/api/events/${testEvent.eventId}` as const;
const item = ({ testEvent }: Cell, index: number): string => testEvent.items[index] ?? '';
const fileFields = (objectPath: string) => ({
  filename: file.name,
  originalName: file.name,
  mimeType: file.type,
  fileSize: file.bytes.length,
  objectPath,
});
/** Well-formed and nobody's: for those who are refused before the upload is looked for. */
const UNISSUED = `/objects/uploads/upl_${'a'.repeat(26)}`;
const objectPathOf = (mediaId = `med_${'a'.repeat(26)}`): string =>
  mediaId.replace('med_', '/objects/uploads/upl_');
const NO_ARCHIVE = `arc_${'a'.repeat(26)}`;
const NO_PAYMENT = `pay_${'0'.repeat(26)}`;

async function save(cell: Cell, kind: '' | '/guest', mayUpload: boolean): Promise<ApiResponse> {
  const { client, testEvent } = cell;
  const objectPath = mayUpload ? await putUpload(client, testEvent.eventId, file) : UNISSUED;
  const identity = kind && { guestId: '', token: '', ...guestIdentityOf(client) };
  const body = { eventId: testEvent.eventId, ...fileFields(objectPath), ...identity };
  return kind
    ? client.post(`${at(cell)}/media${kind}`, body)
    : send('POST', client, `${at(cell)}/media`, body);
}

/** The blocked person's own payment is the one that is given back: nothing else depends on it. */
async function paymentOf({ testEvent, people }: Cell): Promise<string> {
  const { payments } = (await people.owner.get(`/api/events/${testEvent.eventId}/payments`)).json;
  return payments.find((one) => one.paidByUserId === people.blocked.userId)?.id ?? NO_PAYMENT;
}

export const calls: Readonly<Record<string, Call>> = {
  'GET event': (cell) => send('GET', cell.client, at(cell)),
  'POST join': ({ client, bare }) => send('POST', client, `/api/events/${bare}/join`),
  'PUT event': (cell) => send('PUT', cell.client, at(cell), { description: 'Changed' }),
  'DELETE event': ({ client, bare }) => send('DELETE', client, `/api/events/${bare}`),
  'GET media': (cell) =>
    cell.client.get(`${at(cell)}/media${guestQueryOf(cell.client, { sortBy: 'votes' })}`),
  'GET highlights': (cell) => cell.client.get(`${at(cell)}/highlights${guestQueryOf(cell.client)}`),
  'GET votes': (cell) => cell.client.get(`/api/media/${item(cell, 0)}/votes${guestQueryOf(cell.client)}`),
  'GET one item': (cell) => cell.client.get(`/api/media/${item(cell, 0)}${guestQueryOf(cell.client)}`),
  'GET download': (cell) =>
    cell.client.get(`/api/media/${item(cell, 0)}/download${guestQueryOf(cell.client)}`),
  'POST archive': (cell) => cell.client.post(`${at(cell)}/archive`, { ...guestIdentityOf(cell.client) }),
  'GET archive': (cell) => cell.client.get(`${at(cell)}/archive/${NO_ARCHIVE}${guestQueryOf(cell.client)}`),
  "GET archive, the owner's": async (cell) => {
    const { json } = await cell.people.owner.post(`${at(cell)}/archive`, {});
    return cell.client.get(`${at(cell)}/archive/${json.id}${guestQueryOf(cell.client)}`);
  },
  'GET media?status=pending': (cell) =>
    cell.client.get(`${at(cell)}/media${guestQueryOf(cell.client, { status: 'pending' })}`),
  'GET media?status=rejected': (cell) =>
    cell.client.get(`${at(cell)}/media${guestQueryOf(cell.client, { status: 'rejected' })}`),
  'POST media': (cell) =>
    save(
      cell,
      '',
      cell.role === 'owner' || (cell.role === 'participant' && cell.testEvent.money !== 'unpaid'),
    ),
  'POST objects/upload': ({ client, testEvent }) =>
    send('POST', client, '/api/objects/upload', { eventId: testEvent.eventId }),
  'POST media/guest': (cell) =>
    save(
      cell,
      '/guest',
      cell.role === 'guest' && cell.testEvent.money !== 'unpaid' && cell.testEvent.privacy !== 'private',
    ),
  'POST objects/upload/guest': ({ client, testEvent }) =>
    client.post('/api/objects/upload/guest', {
      guestId: '',
      token: '',
      ...guestIdentityOf(client),
      eventId: testEvent.eventId,
    }),
  'POST objects/public, own': ({ client, testEvent, role }) => {
    const own = role === 'owner' ? testEvent.items[0] : testEvent.own[role];
    return client.post('/api/objects/public', { objectPath: objectPathOf(own), ...guestIdentityOf(client) });
  },
  'PUT moderate': (cell) =>
    send('PUT', cell.client, `/api/media/${item(cell, 0)}/moderate`, { status: 'approved' }),
  'POST moderate all': (cell) => send('POST', cell.client, `${at(cell)}/moderate`, { status: 'approved' }),
  "DELETE media, another's": (cell) =>
    cell.client.delete(`${at(cell)}/media/${item(cell, 3)}${guestQueryOf(cell.client)}`),
  'DELETE media, own': (cell) => {
    // The owner's turn comes last, and takes an item that is not theirs.
    const own = cell.testEvent.own[cell.role === 'owner' ? 'blocked' : cell.role] ?? item(cell, 0);
    return cell.client.delete(`${at(cell)}/media/${own}${guestQueryOf(cell.client)}`);
  },
  'POST vote': (cell) =>
    cell.client.post(`/api/media/${item(cell, 0)}/vote`, { ...guestIdentityOf(cell.client) }),
  'DELETE vote': (cell) => cell.client.delete(`/api/media/${item(cell, 1)}/vote${guestQueryOf(cell.client)}`),
  'POST highlights/calculate': (cell) => send('POST', cell.client, `${at(cell)}/highlights/calculate`),
  'GET payment-status': async (cell) => {
    const answer = await cell.client.get(`${at(cell)}/payment-status${guestQueryOf(cell.client)}`);
    return answer.status === 200 ? (answer.json.hasPaid ? 'yes' : 'no') : answer;
  },
  'POST create-checkout': (cell) =>
    cell.client.post(`${at(cell)}/create-checkout`, { ...guestIdentityOf(cell.client) }),
  'GET payments': (cell) => send('GET', cell.client, `${at(cell)}/payments`),
  'POST refund': async (cell) =>
    send('POST', cell.client, `${at(cell)}/payments/${await paymentOf(cell)}/refund`),
  'GET people': (cell) => send('GET', cell.client, `${at(cell)}/people`),
  'DELETE person': (cell) =>
    send('DELETE', cell.client, `${at(cell)}/people/${cell.people.bystander.guestId}`),
  'POST restore person': (cell) =>
    send('POST', cell.client, `${at(cell)}/people/${cell.people.bystander.guestId}/restore`),
  'POST push subscribe': ({ client, testEvent }) =>
    client.post('/api/push/subscribe', {
      eventId: testEvent.eventId,
      subscription: unreachableSubscription(pushOrigin),
      ...guestIdentityOf(client),
    }),
  'POST objects/upload, no event': ({ client }) => send('POST', client, '/api/objects/upload', {}),
  'GET events': ({ client }) => send('GET', client, '/api/events'),
  'GET events/public': ({ client }) => send('GET', client, '/api/events/public?limit=1'),
  'GET picture': (cell) => send('GET', cell.client, `${at(cell)}/picture`),
  'GET push key': ({ client }) => send('GET', client, '/api/push/vapid-public-key'),
  'POST push unsubscribe': ({ client }) =>
    send('POST', client, '/api/push/unsubscribe', { endpoint: unreachableSubscription(pushOrigin).endpoint }),
};
