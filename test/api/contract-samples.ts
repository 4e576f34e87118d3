import { createHmac, randomUUID } from 'node:crypto';
import { Client } from '../fixtures/api-client.ts';
import { chooseOnCheckoutPage, type StripeConnection } from '../fixtures/stripe-client.ts';
import { credentials, type Guest, newGuest, signIn, type SignedIn } from '../fixtures/users-and-guests.ts';
import { unreachableSubscription } from '../fixtures/push-service-client.ts';
import { eventually, jpegFile, putUpload, save, upload } from '../fixtures/uploads.ts';

// One valid request for every call of the contract, by the call's id. A call that has none fails test/api/contract.test.ts.

/** What the samples are about. */
export type SampleWorld = {
  base: string;
  pushOrigin: string;
  bank: StripeConnection;
  host: SignedIn;
  user: SignedIn;
  guest: Guest;
  /** Public, with three photos that are ready. */
  eventId: string;
  mediaId: string;
  paidEventId: string;
  paymentId: string;
};

export type Sample = {
  client: Client;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Instead of a JSON body. */
  raw?: { text: string; headers: Record<string, string> };
};

/** Makes everything that the samples need. */
export async function createSampleWorld(
  base: string,
  pushOrigin: string,
  bank: StripeConnection,
): Promise<SampleWorld> {
  const [host, user, guest] = await Promise.all([signIn(base), signIn(base), newGuest(base)]);
  const newEvent = async (fields: object): Promise<string> =>
    (await host.post('/api/events', { name: 'Contract', privacy: 'public', ...fields })).json.id;
  const [eventId, paidEventId] = await Promise.all([newEvent({}), newEvent({ isPaid: true, price: 5 })]);
  const files = await Promise.all([1, 2, 3].map((seed) => jpegFile(seed)));
  const [item] = await Promise.all(files.map((file) => upload(host, eventId, file)));
  await user.post(`/api/events/${eventId}/join`);
  const { json } = await user.post(`/api/events/${paidEventId}/create-checkout`, {});
  await chooseOnCheckoutPage(user, json.url, 'pay');
  const paymentId = await eventually(async () => {
    const { payments } = (await host.get(`/api/events/${paidEventId}/payments`)).json;
    return payments.find((one) => one.status === 'succeeded')?.id;
  });
  await eventually(async () =>
    (await host.get(`/api/events/${eventId}/media`)).json.every((one) => one.state === 'ready'),
  );
  return { base, pushOrigin, bank, host, user, guest, eventId, mediaId: item.id, paidEventId, paymentId };
}

const bare = async (world: SampleWorld): Promise<string> =>
  (await world.host.post('/api/events', { name: 'Bare', privacy: 'public' })).json.id;

async function fileFields(client: Client, eventId: string): Promise<object> {
  const file = await jpegFile(4);
  const objectPath = await putUpload(client, eventId, file);
  return {
    filename: file.name,
    originalName: file.name,
    mimeType: file.type,
    fileSize: file.bytes.length,
    objectPath,
  };
}

/** A delivery of an event that means nothing to us, signed as Stripe signs. */
function delivery({ base, bank }: SampleWorld): Sample {
  const text = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.created',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  const stamp = Math.floor(Date.now() / 1000);
  const hash = createHmac('sha256', bank.webhookSecrets[0] ?? '')
    .update(`${stamp}.${text}`)
    .digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${stamp},v1=${hash}` };
  return { client: new Client(base), raw: { text, headers } };
}

type MakeSample = (world: SampleWorld) => Sample | Promise<Sample>;

export const samples: Readonly<Record<string, MakeSample>> = {
  'describe-api': ({ base }) => ({ client: new Client(base) }),
  'get-user': ({ user }) => ({ client: user }),
  login: ({ base, eventId }) => ({ client: new Client(base), query: { returnTo: `/event/${eventId}` } }),
  'login-callback': ({ base }) => ({ client: new Client(base), query: { code: 'x', state: 'y' } }),
  logout: ({ base }) => ({ client: new Client(base) }),
  'delete-user': async ({ base }) => ({ client: await signIn(base), query: { media: 'delete' } }),
  'create-event': ({ user }) => ({
    client: user,
    body: {
      name: 'Whole',
      description: 'Everything is said.',
      date: '2026-06-30',
      eventType: 'wedding',
      privacy: 'unlisted',
      moderationEnabled: true,
      isPaid: true,
      price: '12.50',
      currency: 'usd',
    },
  }),
  'list-events': ({ user }) => ({ client: user }),
  'list-public-events': ({ base }) => ({ client: new Client(base), query: { limit: '2' } }),
  'get-event': ({ host, eventId }) => ({ client: host, params: { eventId } }),
  'update-event': ({ host, eventId }) => ({
    client: host,
    params: { eventId },
    body: {
      name: 'Contract',
      description: null,
      date: '2026-07-01',
      privacy: 'public',
      moderationEnabled: false,
    },
  }),
  'delete-event': async (world) => ({ client: world.host, params: { eventId: await bare(world) } }),
  'join-event': async (world) => ({ client: world.user, params: { eventId: await bare(world) } }),
  'event-picture': ({ base, eventId }) => ({ client: new Client(base), params: { eventId } }),
  'create-guest': ({ base }) => ({
    client: new Client(base),
    body: { name: 'Grace', email: 'grace@example.com' },
  }),
  'claim-guest': async ({ base, user }) => ({ client: user, body: credentials(await newGuest(base)) }),
  'delete-guest': async ({ base }) => {
    const guest = await newGuest(base);
    return { client: guest, params: { guestId: guest.guestId }, query: { media: 'keep' } };
  },
  'list-people': ({ host, eventId }) => ({ client: host, params: { eventId } }),
  'block-person': async ({ base, host, eventId }) => ({
    client: host,
    params: { eventId, personId: await joined(await signIn(base), eventId) },
  }),
  'restore-person': ({ host, user, eventId }) => ({
    client: host,
    params: { eventId, personId: user.userId },
  }),
  'payment-status': ({ user, paidEventId }) => ({ client: user, params: { eventId: paidEventId } }),
  'create-checkout': ({ guest, paidEventId }) => ({
    client: guest,
    params: { eventId: paidEventId },
    body: credentials(guest),
  }),
  'stripe-webhook': delivery,
  'list-payments': ({ host, paidEventId }) => ({ client: host, params: { eventId: paidEventId } }),
  'refund-payment': ({ host, paidEventId, paymentId }) => ({
    client: host,
    params: { eventId: paidEventId, paymentId },
  }),
  'get-vapid-key': ({ base }) => ({ client: new Client(base) }),
  'subscribe-push': ({ guest, eventId, pushOrigin }) => ({
    client: guest,
    body: { eventId, subscription: unreachableSubscription(pushOrigin), ...credentials(guest) },
  }),
  'unsubscribe-push': ({ base, pushOrigin }) => ({
    client: new Client(base),
    body: { endpoint: unreachableSubscription(pushOrigin).endpoint },
  }),
  'issue-upload': ({ user, eventId }) => ({
    client: user,
    body: { eventId, contentType: 'image/jpeg', fileSize: 1 },
  }),
  'issue-guest-upload': ({ guest, eventId }) => ({
    client: guest,
    body: { eventId, contentType: 'video/mp4', fileSize: 1, ...credentials(guest) },
  }),
  'publish-object': async ({ user, eventId }) => ({
    client: user,
    body: { objectPath: await putUpload(user, eventId, await jpegFile(5)) },
  }),
  'save-media': async ({ user, eventId }) => ({
    client: user,
    params: { eventId },
    body: { eventId, ...(await fileFields(user, eventId)) },
  }),
  'save-guest-media': async ({ guest, eventId }) => ({
    client: guest,
    params: { eventId },
    body: { eventId, ...(await fileFields(guest, eventId)), ...credentials(guest) },
  }),
  'list-media': ({ guest, eventId }) => ({
    client: guest,
    params: { eventId },
    query: { sortBy: 'capturedAt', order: 'desc', limit: '2', ...credentials(guest) },
  }),
  'get-media': ({ base, mediaId }) => ({ client: new Client(base), params: { mediaId } }),
  'delete-media': async ({ user, eventId }) => {
    const file = await jpegFile(6);
    const saved = await save(user, eventId, { objectPath: await putUpload(user, eventId, file), file });
    return { client: user, params: { eventId, mediaId: saved.json.id } };
  },
  'moderate-media': ({ host, mediaId }) => ({
    client: host,
    params: { mediaId },
    body: { status: 'approved' },
  }),
  'moderate-event': ({ host, eventId }) => ({
    client: host,
    params: { eventId },
    body: { status: 'approved' },
  }),
  'download-media': ({ base, mediaId }) => ({ client: new Client(base), params: { mediaId } }),
  'start-archive': ({ guest, eventId }) => ({ client: guest, params: { eventId }, body: credentials(guest) }),
  'get-archive': async ({ user, eventId }) => {
    const { json } = await user.post(`/api/events/${eventId}/archive`, {});
    return { client: user, params: { eventId, archiveId: json.id } };
  },
  'list-highlights': ({ base, eventId }) => ({ client: new Client(base), params: { eventId } }),
  'calculate-highlights': ({ host, eventId }) => ({ client: host, params: { eventId } }),
  'get-votes': ({ base, guest, mediaId }) => ({
    client: new Client(base),
    params: { mediaId },
    query: { guestId: guest.guestId },
  }),
  'cast-vote': async ({ base, mediaId }) => {
    const guest = await newGuest(base);
    return { client: guest, params: { mediaId }, body: credentials(guest) };
  },
  'withdraw-vote': ({ guest, mediaId }) => ({
    client: guest,
    params: { mediaId },
    query: credentials(guest),
  }),
};

async function joined(person: SignedIn, eventId: string): Promise<string> {
  await person.post(`/api/events/${eventId}/join`);
  return person.userId;
}
