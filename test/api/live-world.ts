import { Client } from '../fixtures/api-client.ts';
import { chooseOnCheckoutPage, connectStripe } from '../fixtures/stripe-client.ts';
import { credentials, type Guest, type SignedIn } from '../fixtures/users-and-guests.ts';
import { guestIdentityOf } from '../fixtures/event-with-all-roles.ts';
import { unreachableSubscription } from '../fixtures/push-service-client.ts';
import { eventually, jpegFile, putUpload, upload } from '../fixtures/uploads.ts';
import type { CallerName, SampleWorld } from '../samples/sample.ts';
import { pushOriginOf } from '../fixtures/push-service-client.ts';
import { seedGuest } from '../fixtures/seed-guest.ts';
import { seedItem, seedPlace, seedCoHost } from '../fixtures/seed-item.ts';
import { newUser } from '../fixtures/new-user.ts';
import { seedEvent } from '../fixtures/seed-event.ts';

const file = await jpegFile(4);

/** People and events of the running system that samples are about. */
export type LiveWorld = {
  base: string;
  pushOrigin: string;
  webhookSecret: string;
  host: SignedIn;
  user: SignedIn;
  guest: Guest;
  /** Joined, and does nothing. */
  bystanderId: string;
  /** Public, with three photos that are ready, of which the first has files. */
  eventId: string;
  mediaId: string;
  paidEventId: string;
  paymentId: string;
};

/** Makes everything that the samples need. */
export async function createLiveWorld(
  base: string,
  environment: Readonly<Record<string, string>>,
): Promise<LiveWorld> {
  const people = await Promise.all([newUser(base), newUser(base), newUser(base), seedGuest(base)]);
  const [host, user, bystander, guest] = people;
  const newEvent = async (fields: object): Promise<string> =>
    (await host.post('/api/events', { name: 'Contract', privacy: 'public', ...fields })).json.id;
  const [eventId, paidEventId] = await Promise.all([newEvent({}), newEvent({ isPaid: true, price: 5 })]);
  const [item] = [
    await upload(host, eventId, file),
    await seedItem(host, eventId),
    await seedItem(host, eventId),
  ];
  for (const one of [user, bystander]) await seedPlace(one, eventId);
  const { json } = await user.post(`/api/events/${paidEventId}/create-checkout`, {});
  await chooseOnCheckoutPage(user, json.url, 'pay');
  const paymentId = await eventually(async () => {
    const { payments } = (await host.get(`/api/events/${paidEventId}/payments`)).json;
    return payments.find((one) => one.status === 'succeeded')?.id;
  });
  await eventually(async () =>
    (await host.get(`/api/events/${eventId}/media`)).json.every((one) => one.state === 'ready'),
  );
  const webhookSecret = (await connectStripe(environment)).webhookSecrets[0] ?? '';
  const mediaId: string = item.id;
  const pushOrigin = pushOriginOf(environment);
  const ids = { bystanderId: bystander.userId, eventId, mediaId, paidEventId, paymentId };
  return { base, pushOrigin, webhookSecret, host, user, guest, ...ids };
}

/** What an event is called that has nothing but its people. */
const BARE = 'Bare';

const caller: Readonly<Record<CallerName, (world: LiveWorld) => Client | Promise<Client>>> = {
  owner: ({ host }) => host,
  participant: ({ user }) => user,
  newcomer: ({ base }) => newUser(base),
  guest: ({ guest }) => guest,
  'other guest': ({ base }) => seedGuest(base),
  anonymous: ({ base }) => new Client(base),
  'browser signing in': ({ base }) => new Client(base),
};

export async function callerOf(world: LiveWorld, name: CallerName): Promise<Client> {
  return caller[name](world);
}

/** The running system as the world of one caller's samples. */
export function sampleWorldOf(world: LiveWorld, client: Client): SampleWorld {
  const { base, host, user, eventId, mediaId } = world;
  return {
    ...world,
    participantId: user.userId,
    coHostId: user.userId,
    pendingMediaId: mediaId,
    ownMediaId: mediaId,
    identity: guestIdentityOf(client),
    loginState: 'y',
    subscription: unreachableSubscription(world.pushOrigin),
    now: new Date(),
    newEventId: async () => {
      const id = await seedEvent(host, { name: BARE });
      await seedCoHost(user, id);
      return id;
    },
    eventName: BARE,
    eventCode: async () => {
      const id = await seedEvent(host, { name: BARE });
      return (await host.put(`/api/events/${id}/code`)).json.code;
    },
    newCoHostLink: async () => {
      const id = await seedEvent(host, { name: BARE });
      return { eventId: id, code: (await host.post(`/api/events/${id}/co-host-links`, {})).json.code };
    },
    newMediaId: async () => (await seedItem(host, eventId)).id,
    newUpload: async () => ({
      objectPath: await putUpload(client, eventId, file),
      fileSize: file.bytes.length,
    }),
    newGuest: async () => credentials(await seedGuest(base)),
    archiveId: async () => (await user.post(`/api/events/${eventId}/archive`, {})).json.id,
    paymentId: async () => world.paymentId,
  };
}
