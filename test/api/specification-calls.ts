import type { Client } from '../fixtures/api-client.ts';
import { credentials, guestQuery } from '../fixtures/users-and-guests.ts';
import { unreachableSubscription } from '../fixtures/push-service-client.ts';
import { jpegFile, putUpload } from '../fixtures/uploads.ts';
import { seedItem } from '../fixtures/seed-item.ts';
import { newUser } from '../fixtures/new-user.ts';
import type { LiveWorld } from './live-world.ts';

// The calls that the product's description names, in its order: method and path, exactly the payload that it
// lists, and the fields of the reply that it lists. `[field]` is a field of every item of a list.

const file = await jpegFile(8);

/** What a save says about an uploaded file. */
export const metadata = (world: LiveWorld, objectPath: string) => ({
  eventId: world.eventId,
  filename: file.name,
  originalName: file.name,
  mimeType: file.type,
  fileSize: file.bytes.length,
  objectPath,
});
export const specificationFile = file;

const sent = (world: LiveWorld, client: Client): Promise<string> => putUpload(client, world.eventId, file);
export const newItem = async (world: LiveWorld): Promise<string> =>
  (await seedItem(world.host, world.eventId)).id;
export async function newVotedItem(world: LiveWorld): Promise<string> {
  const id = await newItem(world);
  await world.guest.post(`/api/media/${id}/vote`, credentials(world.guest));
  return id;
}
const bare = async (world: LiveWorld): Promise<string> =>
  (await world.host.post('/api/events', { name: 'Bare', privacy: 'public' })).json.id;

type Made = [client: Client, path: string, payload?: unknown];
type Row = readonly [
  call: string,
  status: number,
  fields: string,
  make: (world: LiveWorld) => Made | Promise<Made>,
];

const EVENT = 'id name date privacy moderationEnabled isPaid price';
const MEDIA =
  '[id] [eventId] [originalName] [mimeType] [fileSize] [objectPath] [thumbnailPath] [capturedAt] [status] [uploadedAt] [moderatedAt] [moderatedBy] [voteCount]';
const GUEST = { name: 'Grace', email: 'grace@example.com' };
const PARTY = {
  name: 'Summer party',
  description: 'In the garden',
  date: '2026-06-30',
  eventType: 'birthday',
  privacy: 'unlisted',
  moderationEnabled: true,
  isPaid: true,
  price: '12.50',
  currency: 'usd',
};
const EDIT = {
  name: 'Called',
  description: 'Again',
  date: '2026-07-01',
  privacy: 'public',
  moderationEnabled: false,
};

const at = (world: LiveWorld): string => `/api/events/${world.eventId}`;
const paid = (world: LiveWorld): string => `/api/events/${world.paidEventId}`;
const asGuest = (world: LiveWorld) => credentials(world.guest);
const query = (world: LiveWorld): string => guestQuery(world.guest);
const listed = (sortBy: string): Row => [
  `GET /api/events/{id}/media?sortBy=${sortBy}`,
  200,
  MEDIA,
  (w) => [w.guest, `${at(w)}/media?sortBy=${sortBy}&${query(w)}`],
];
const subscription = (world: LiveWorld) => unreachableSubscription(world.pushOrigin);

export const specificationCalls: readonly Row[] = [
  ['GET /api/auth/user', 200, 'id email firstName profileImageUrl', (w) => [w.user, '/api/auth/user']],
  ['GET /api/events', 200, '[id] [name] [date] [privacy] [description]', (w) => [w.host, '/api/events']],
  ['POST /api/events', 201, EVENT, (w) => [w.host, '/api/events', PARTY]],
  ['GET /api/events/{id}', 200, `${EVENT} description eventType currency createdBy`, (w) => [w.host, at(w)]],
  ['POST /api/events/{id}/join', 201, 'message', async (w) => [w.user, `/api/events/${await bare(w)}/join`]],
  ['PUT /api/events/{id}', 200, EVENT, (w) => [w.host, at(w), EDIT]],
  ['PUT /api/events/{id}, only privacy', 200, EVENT, (w) => [w.host, at(w), { privacy: 'public' }]],
  ['DELETE /api/events/{id}', 204, '', async (w) => [w.host, `/api/events/${await bare(w)}`]],
  ...['uploadedAt', 'votes', 'capturedAt'].map(listed),
  ['GET /api/events/{id}/media?status=pending', 200, '', (w) => [w.host, `${at(w)}/media?status=pending`]],
  ['GET /api/events/{id}/highlights', 200, '', (w) => [w.user, `${at(w)}/highlights`]],
  [
    'POST /api/events/{id}/highlights/calculate',
    200,
    MEDIA,
    (w) => [w.host, `${at(w)}/highlights/calculate`],
  ],
  [
    'GET /api/events/{id}/payment-status',
    200,
    'hasPaid',
    (w) => [w.guest, `${paid(w)}/payment-status?${query(w)}`],
  ],
  [
    'POST /api/events/{id}/create-checkout, empty',
    200,
    'url',
    async (w) => [await newUser(w.base), `${paid(w)}/create-checkout`],
  ],
  [
    'POST /api/events/{id}/create-checkout, guest',
    200,
    'url',
    (w) => [w.guest, `${paid(w)}/create-checkout`, asGuest(w)],
  ],
  [
    'POST /api/events/{id}/media',
    201,
    'objectPath',
    async (w) => [w.user, `${at(w)}/media`, metadata(w, await sent(w, w.user))],
  ],
  [
    'POST /api/events/{id}/media/guest',
    201,
    'objectPath',
    async (w) => [w.guest, `${at(w)}/media/guest`, { ...metadata(w, await sent(w, w.guest)), ...asGuest(w) }],
  ],
  [
    'DELETE /api/events/{id}/media/{mediaId}',
    204,
    '',
    async (w) => [w.host, `${at(w)}/media/${await newItem(w)}`],
  ],
  [
    'PUT /api/media/{mediaId}/moderate',
    200,
    'id status',
    async (w) => [w.host, `/api/media/${await newItem(w)}/moderate`, { status: 'rejected' }],
  ],
  [
    'GET /api/media/{mediaId}/votes',
    200,
    'count hasVoted',
    async (w) => [w.guest, `/api/media/${await newVotedItem(w)}/votes?guestId=${w.guest.guestId}`],
  ],
  [
    'POST /api/media/{mediaId}/vote, empty',
    200,
    'count hasVoted',
    async (w) => [w.user, `/api/media/${await newItem(w)}/vote`],
  ],
  [
    'POST /api/media/{mediaId}/vote, guest',
    200,
    'count hasVoted',
    async (w) => [w.guest, `/api/media/${await newItem(w)}/vote`, asGuest(w)],
  ],
  [
    'DELETE /api/media/{mediaId}/vote',
    200,
    'count hasVoted',
    async (w) => [w.guest, `/api/media/${await newVotedItem(w)}/vote?${query(w)}`],
  ],
  ['POST /api/guests', 201, 'id name token email', (w) => [w.guest, '/api/guests', GUEST]],
  [
    'POST /api/guests, no e-mail',
    201,
    'id name token email',
    (w) => [w.guest, '/api/guests', { name: 'Grace' }],
  ],
  ['POST /api/objects/upload', 201, 'url objectPath', (w) => [w.user, '/api/objects/upload']],
  [
    'POST /api/objects/upload/guest',
    201,
    'url objectPath',
    (w) => [w.guest, '/api/objects/upload/guest', { ...asGuest(w), eventId: w.eventId }],
  ],
  [
    'POST /api/objects/public',
    200,
    '',
    async (w) => [w.user, '/api/objects/public', { objectPath: await sent(w, w.user) }],
  ],
  [
    'POST /api/objects/public, guest',
    200,
    '',
    async (w) => [w.guest, '/api/objects/public', { objectPath: await sent(w, w.guest), ...asGuest(w) }],
  ],
  ['GET /api/push/vapid-public-key', 200, 'publicKey', (w) => [w.guest, '/api/push/vapid-public-key']],
  [
    'POST /api/push/subscribe',
    201,
    '',
    (w) => [
      w.guest,
      '/api/push/subscribe',
      { eventId: w.eventId, subscription: subscription(w), ...asGuest(w) },
    ],
  ],
  [
    'POST /api/push/unsubscribe',
    200,
    '',
    (w) => [w.guest, '/api/push/unsubscribe', { endpoint: subscription(w).endpoint }],
  ],
];
