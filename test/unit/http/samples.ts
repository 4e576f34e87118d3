import { createHmac } from 'node:crypto';
import type { apiGatewayEvent } from '../../fixtures/api-gateway-event.ts';
import { unreachableSubscription } from '../../fixtures/push-service-client.ts';
import {
  archiveId,
  event,
  guest,
  login,
  media,
  NOW,
  otherGuest,
  owner,
  paidEvent,
  payment,
  pushEndpoint,
  stranger,
  upload,
  user,
  waiting,
} from './sample-rows.ts';

export const WEBHOOK_SECRET = 'whsec_sample';

type Sample = Pick<
  Parameters<typeof apiGatewayEvent>[0],
  'params' | 'query' | 'headers' | 'cookies' | 'body'
> & {
  /** What it is answered where that is a refusal: what lies beyond needs more than AWS. */
  readonly refusal?: number;
  /** Something of it may fail without failing the call: the change stands, and a job does the rest. */
  readonly isLenient?: boolean;
  /** It may read secrets, but this request has no address to sign. */
  readonly signsNothing?: boolean;
};

const [asOwner, asUser] = [{ cookies: owner.cookies }, { cookies: user.cookies }];
const headersOf = ({ guestId, token }: typeof guest) => ({ 'x-guest-id': guestId, 'x-guest-token': token });
const asGuest = { headers: headersOf(guest) };
const asOther = { headers: headersOf(otherGuest) };
const inEvent = { params: { eventId: event.id } };
const inPaid = { params: { eventId: paidEvent.id } };
const ofItem = { params: { mediaId: media.id } };

const file = (person: 'user' | 'guest') => ({
  eventId: event.id,
  filename: 'a.jpg',
  originalName: 'a.jpg',
  mimeType: 'image/jpeg',
  fileSize: 3,
  objectPath: `/objects/uploads/${upload(person === 'user' ? `user:${user.id}` : `guest:${guest.guestId}`).id}`,
});

function delivery(): Sample {
  const body = {
    id: 'evt_sample',
    object: 'event',
    type: 'checkout.session.expired',
    data: {
      object: {
        id: 'cs_sample',
        object: 'checkout.session',
        metadata: { eventId: paidEvent.id, paymentId: payment.id },
      },
    },
  };
  const stamp = NOW.getTime() / 1000;
  const hash = createHmac('sha256', WEBHOOK_SECRET)
    .update(`${stamp}.${JSON.stringify(body)}`)
    .digest('hex');
  return { body, headers: { 'stripe-signature': `t=${stamp},v1=${hash}` } };
}

/** One request for every call, by the call's id, that the sample rows let through. */
export const samples: Readonly<Record<string, Sample>> = {
  'describe-api': {},
  'get-user': asUser,
  login: { query: { returnTo: '/' } },
  'login-callback': { cookies: login.cookies, query: { code: 'x', state: login.state } },
  logout: asUser,
  'delete-user': { ...asUser, query: { media: 'keep' } },
  'create-event': { ...asUser, body: { name: 'New', privacy: 'public' } },
  'list-events': asUser,
  'list-public-events': {},
  'get-event': { ...asOwner, ...inEvent },
  'update-event': { ...asOwner, ...inEvent, body: { name: 'Other' } },
  'delete-event': { ...asOwner, ...inEvent },
  'join-event': { cookies: stranger.cookies, ...inEvent },
  'event-picture': inEvent,
  'create-guest': { body: { name: 'Grace' } },
  'claim-guest': { ...asUser, body: otherGuest },
  'delete-guest': { ...asGuest, params: { guestId: guest.guestId } },
  'list-people': { ...asOwner, ...inEvent },
  'block-person': { ...asOwner, params: { eventId: event.id, personId: user.id } },
  'restore-person': { ...asOwner, params: { eventId: event.id, personId: user.id } },
  'payment-status': { ...asUser, ...inPaid },
  'create-checkout': { ...asGuest, ...inPaid, body: guest },
  'stripe-webhook': delivery(),
  'list-payments': { ...asOwner, ...inPaid },
  'refund-payment': {
    ...asOwner,
    params: { eventId: paidEvent.id, paymentId: payment.id },
    refusal: 409,
  },
  'get-vapid-key': {},
  'subscribe-push': {
    ...asGuest,
    body: {
      eventId: event.id,
      subscription: { ...unreachableSubscription(''), endpoint: pushEndpoint },
      ...guest,
    },
  },
  'unsubscribe-push': { body: { endpoint: pushEndpoint } },
  'issue-upload': { ...asUser, body: { eventId: event.id, contentType: 'image/jpeg', fileSize: 3 } },
  'issue-guest-upload': { body: { eventId: event.id, contentType: 'image/jpeg', fileSize: 3, ...guest } },
  'publish-object': { ...asUser, body: { objectPath: file('user').objectPath } },
  'save-media': { ...asUser, ...inEvent, body: file('user'), signsNothing: true },
  'save-guest-media': { ...inEvent, body: { ...file('guest'), ...guest }, signsNothing: true },
  'list-media': { ...asOther, ...inEvent, query: { sortBy: 'capturedAt' } },
  'delete-media': { ...asOwner, params: { eventId: event.id, mediaId: media.id }, isLenient: true },
  'moderate-media': {
    ...asOwner,
    params: { mediaId: waiting.id },
    body: { status: 'approved' },
    isLenient: true,
  },
  'moderate-event': { ...asOwner, ...inEvent, body: { status: 'approved' }, isLenient: true },
  'get-media': { ...asUser, ...ofItem },
  'download-media': { ...asOwner, ...ofItem },
  'start-archive': { ...asGuest, ...inEvent, body: guest },
  'get-archive': { ...asUser, params: { eventId: event.id, archiveId } },
  'list-highlights': { ...asUser, ...inEvent },
  'calculate-highlights': { ...asOwner, ...inEvent, signsNothing: true },
  'get-votes': { ...asUser, ...ofItem },
  'cast-vote': { ...asOther, ...ofItem, body: {} },
  'withdraw-vote': { ...asGuest, ...ofItem },
};
