import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { unreachableSubscription } from '../../fixtures/push-service-client.ts';

// The calls that the product's description names, in its order: method and path, exactly the payload that it lists, and the
// fields of the reply that it lists. `[field]` is a field of every item of a list. That calls answer what the contract
// declares is in `test/api/contract.test.ts`.

const eventId = `evt_${'a'.repeat(26)}`;
const identity = { guestId: `gst_${'a'.repeat(26)}`, token: 'x'.repeat(43) };
const query = new URLSearchParams(identity).toString();
const objectPath = `/objects/uploads/upl_${'a'.repeat(26)}`;
const file = {
  eventId,
  filename: 'photo.jpg',
  originalName: 'photo.jpg',
  mimeType: 'image/jpeg',
  fileSize: 1000,
  objectPath,
};
const subscription = unreachableSubscription('https://fcm.googleapis.com');

const EVENT = 'id name date privacy moderationEnabled isPaid price';
const MEDIA =
  '[id] [eventId] [originalName] [mimeType] [fileSize] [objectPath] [thumbnailPath] [capturedAt] [status] [uploadedAt] [moderatedAt] [moderatedBy] [voteCount]';
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

type Row = readonly [call: string, status: number, fields: string, payload?: unknown];

const listed = (sortBy: string): Row => [`GET /api/events/{id}/media?sortBy=${sortBy}&${query}`, 200, MEDIA];

const rows: readonly Row[] = [
  ['GET /api/auth/user', 200, 'id email firstName profileImageUrl'],
  ['GET /api/events', 200, '[id] [name] [date] [privacy] [description]'],
  ['POST /api/events', 201, EVENT, PARTY],
  ['GET /api/events/{id}', 200, `${EVENT} description eventType currency createdBy`],
  ['POST /api/events/{id}/join', 201, 'message'],
  ['PUT /api/events/{id}', 200, EVENT, EDIT],
  ['PUT /api/events/{id}', 200, EVENT, { privacy: 'public' }],
  ['DELETE /api/events/{id}', 204, ''],
  ...['uploadedAt', 'votes', 'capturedAt'].map(listed),
  ['GET /api/events/{id}/media?status=pending', 200, ''],
  ['GET /api/events/{id}/highlights', 200, ''],
  ['POST /api/events/{id}/highlights/calculate', 200, MEDIA],
  [`GET /api/events/{id}/payment-status?${query}`, 200, 'hasPaid'],
  ['POST /api/events/{id}/create-checkout', 200, 'url', {}],
  ['POST /api/events/{id}/create-checkout', 200, 'url', identity],
  ['POST /api/events/{id}/media', 201, 'objectPath', file],
  ['POST /api/events/{id}/media/guest', 201, 'objectPath', { ...file, ...identity }],
  ['DELETE /api/events/{id}/media/{mediaId}', 204, ''],
  ['PUT /api/media/{mediaId}/moderate', 200, 'id status', { status: 'rejected' }],
  [`GET /api/media/{mediaId}/votes?guestId=${identity.guestId}`, 200, 'count hasVoted'],
  ['POST /api/media/{mediaId}/vote', 200, 'count hasVoted', {}],
  ['POST /api/media/{mediaId}/vote', 200, 'count hasVoted', identity],
  [`DELETE /api/media/{mediaId}/vote?${query}`, 200, 'count hasVoted'],
  ['POST /api/guests', 201, 'id name token email', { name: 'Grace', email: 'grace@example.com' }],
  ['POST /api/guests', 201, 'id name token email', { name: 'Grace' }],
  ['POST /api/objects/upload', 201, 'url objectPath', {}],
  ['POST /api/objects/upload/guest', 201, 'url objectPath', { ...identity, eventId }],
  ['POST /api/objects/public', 200, '', { objectPath }],
  ['POST /api/objects/public', 200, '', { objectPath, ...identity }],
  ['GET /api/push/vapid-public-key', 200, 'publicKey'],
  ['POST /api/push/subscribe', 201, '', { eventId, subscription, ...identity }],
  ['POST /api/push/unsubscribe', 200, '', { endpoint: subscription.endpoint }],
];

/** The method and the path, whatever its parameters are called. */
const shapeOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;

type Schema = { type?: string; required?: string[]; items?: Schema };

/** The fields that every reply has; in brackets those of a list's items. */
function fieldsOf(schema: z.ZodMiniType): string[] {
  const { required = [], items } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema;
  return items ? (items.required ?? []).map((name) => `[${name}]`) : required;
}

const cases = rows.map(([call, status, fields, payload]) => [call, status, fields, payload] as const);

it.each(cases)('%s: %i with %s', (call, status, fields, payload) => {
  const [method = '', address = ''] = call.split(' ');
  const [path = '', search] = address.split('?');
  const endpoint = endpoints.find((one) => shapeOf(one.method, one.path) === shapeOf(method, path));
  const sent = [
    [endpoint?.query, search && Object.fromEntries(new URLSearchParams(search))],
    [endpoint?.body, payload],
  ] as const;
  expect(sent.filter(([schema, value]) => value && !schema?.safeParse(value).success)).toEqual([]);
  const reply = endpoint?.replies[status];
  expect(Object.keys(endpoint?.replies ?? {})).toContain(String(status));
  const listed = fields.split(' ').filter(Boolean);
  expect(reply ? fieldsOf(reply) : []).toEqual(expect.arrayContaining(listed));
});
