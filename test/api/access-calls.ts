import { inject } from 'vitest';
import type { Answer, Client } from '../fixtures/client.ts';
import { identityOf, type Cast, type Place, queryOf, type RoleName } from '../fixtures/places.ts';
import { nobodysBrowser } from '../fixtures/push.ts';
import { jpegFile, put } from '../fixtures/uploads.ts';

// The calls of the access table, as somebody in a role makes them.

const pushOrigin = inject('environment')['PUSH_TEST_ORIGIN'] ?? '';
const file = await jpegFile(99);

/** One cell of the table. `bare` is an event that nobody else's cell looks at. */
type Cell = { client: Client; role: RoleName; place: Place; bare: string; cast: Cast };
type Call = (cell: Cell) => Promise<Answer | string>;

/** Calls that take no guest's identity of their own get it as a header: it must not help. */
const headers = (client: Client): Record<string, string> => {
  const identity = identityOf(client);
  return identity ? { 'x-guest-id': identity.guestId, 'x-guest-token': identity.token } : {};
};
const send = (method: string, client: Client, path: string, body?: object): Promise<Answer> =>
  client.send(method, path, {
    headers: { ...headers(client), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const at = ({ place }: Cell) => `/api/events/${place.eventId}` as const;
const item = ({ place }: Cell, index: number): string => place.items[index] ?? '';
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

async function save(cell: Cell, kind: '' | '/guest', mayUpload: boolean): Promise<Answer> {
  const { client, place } = cell;
  const objectPath = mayUpload ? await put(client, place.eventId, file) : UNISSUED;
  const identity = kind && { guestId: '', token: '', ...identityOf(client) };
  const body = { eventId: place.eventId, ...fileFields(objectPath), ...identity };
  return kind
    ? client.post(`${at(cell)}/media${kind}`, body)
    : send('POST', client, `${at(cell)}/media`, body);
}

/** The blocked person's own payment is the one that is given back: nothing else depends on it. */
async function paymentOf({ place, cast }: Cell): Promise<string> {
  const { payments } = (await cast.owner.get(`/api/events/${place.eventId}/payments`)).json;
  return payments.find((one) => one.paidByUserId === cast.blocked.userId)?.id ?? NO_PAYMENT;
}

export const calls: Readonly<Record<string, Call>> = {
  'GET event': (cell) => send('GET', cell.client, at(cell)),
  'POST join': ({ client, bare }) => send('POST', client, `/api/events/${bare}/join`),
  'PUT event': (cell) => send('PUT', cell.client, at(cell), { description: 'Changed' }),
  'DELETE event': ({ client, bare }) => send('DELETE', client, `/api/events/${bare}`),
  'GET media': (cell) => cell.client.get(`${at(cell)}/media${queryOf(cell.client, { sortBy: 'votes' })}`),
  'GET highlights': (cell) => cell.client.get(`${at(cell)}/highlights${queryOf(cell.client)}`),
  'GET votes': (cell) => cell.client.get(`/api/media/${item(cell, 0)}/votes${queryOf(cell.client)}`),
  'GET one item': (cell) => cell.client.get(`/api/media/${item(cell, 0)}${queryOf(cell.client)}`),
  'GET download': (cell) => cell.client.get(`/api/media/${item(cell, 0)}/download${queryOf(cell.client)}`),
  'POST archive': (cell) => cell.client.post(`${at(cell)}/archive`, { ...identityOf(cell.client) }),
  'GET archive': (cell) => cell.client.get(`${at(cell)}/archive/${NO_ARCHIVE}${queryOf(cell.client)}`),
  "GET archive, the owner's": async (cell) => {
    const { json } = await cell.cast.owner.post(`${at(cell)}/archive`, {});
    return cell.client.get(`${at(cell)}/archive/${json.id}${queryOf(cell.client)}`);
  },
  'GET media?status=pending': (cell) =>
    cell.client.get(`${at(cell)}/media${queryOf(cell.client, { status: 'pending' })}`),
  'GET media?status=rejected': (cell) =>
    cell.client.get(`${at(cell)}/media${queryOf(cell.client, { status: 'rejected' })}`),
  'POST media': (cell) =>
    save(cell, '', cell.role === 'owner' || (cell.role === 'participant' && cell.place.money !== 'unpaid')),
  'POST objects/upload': ({ client, place }) =>
    send('POST', client, '/api/objects/upload', { eventId: place.eventId }),
  'POST media/guest': (cell) =>
    save(
      cell,
      '/guest',
      cell.role === 'guest' && cell.place.money !== 'unpaid' && cell.place.privacy !== 'private',
    ),
  'POST objects/upload/guest': ({ client, place }) =>
    client.post('/api/objects/upload/guest', {
      guestId: '',
      token: '',
      ...identityOf(client),
      eventId: place.eventId,
    }),
  'POST objects/public, own': ({ client, place, role }) => {
    const own = role === 'owner' ? place.items[0] : place.own[role];
    return client.post('/api/objects/public', { objectPath: objectPathOf(own), ...identityOf(client) });
  },
  'PUT moderate': (cell) =>
    send('PUT', cell.client, `/api/media/${item(cell, 0)}/moderate`, { status: 'approved' }),
  'POST moderate all': (cell) => send('POST', cell.client, `${at(cell)}/moderate`, { status: 'approved' }),
  "DELETE media, another's": (cell) =>
    cell.client.delete(`${at(cell)}/media/${item(cell, 3)}${queryOf(cell.client)}`),
  'DELETE media, own': (cell) => {
    // The owner's turn comes last, and takes an item that is not theirs.
    const own = cell.place.own[cell.role === 'owner' ? 'blocked' : cell.role] ?? item(cell, 0);
    return cell.client.delete(`${at(cell)}/media/${own}${queryOf(cell.client)}`);
  },
  'POST vote': (cell) => cell.client.post(`/api/media/${item(cell, 0)}/vote`, { ...identityOf(cell.client) }),
  'DELETE vote': (cell) => cell.client.delete(`/api/media/${item(cell, 1)}/vote${queryOf(cell.client)}`),
  'POST highlights/calculate': (cell) => send('POST', cell.client, `${at(cell)}/highlights/calculate`),
  'GET payment-status': async (cell) => {
    const answer = await cell.client.get(`${at(cell)}/payment-status${queryOf(cell.client)}`);
    return answer.status === 200 ? (answer.json.hasPaid ? 'yes' : 'no') : answer;
  },
  'POST create-checkout': (cell) =>
    cell.client.post(`${at(cell)}/create-checkout`, { ...identityOf(cell.client) }),
  'GET payments': (cell) => send('GET', cell.client, `${at(cell)}/payments`),
  'POST refund': async (cell) =>
    send('POST', cell.client, `${at(cell)}/payments/${await paymentOf(cell)}/refund`),
  'GET people': (cell) => send('GET', cell.client, `${at(cell)}/people`),
  'DELETE person': (cell) => send('DELETE', cell.client, `${at(cell)}/people/${cell.cast.bystander.guestId}`),
  'POST restore person': (cell) =>
    send('POST', cell.client, `${at(cell)}/people/${cell.cast.bystander.guestId}/restore`),
  'POST push subscribe': ({ client, place }) =>
    client.post('/api/push/subscribe', {
      eventId: place.eventId,
      subscription: nobodysBrowser(pushOrigin),
      ...identityOf(client),
    }),
  'POST objects/upload, no event': ({ client }) => send('POST', client, '/api/objects/upload', {}),
  'GET events': ({ client }) => send('GET', client, '/api/events'),
  'GET events/public': ({ client }) => send('GET', client, '/api/events/public?limit=1'),
  'GET picture': (cell) => send('GET', cell.client, `${at(cell)}/picture`),
  'GET push key': ({ client }) => send('GET', client, '/api/push/vapid-public-key'),
  'POST push unsubscribe': ({ client }) =>
    send('POST', client, '/api/push/unsubscribe', { endpoint: nobodysBrowser(pushOrigin).endpoint }),
};
