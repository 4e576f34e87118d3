import type { EventView, MediaView, UserView } from '../../shared/contract/entities.ts';
import type { HighlightView } from '../../shared/contract/highlights.ts';
import type { EventNumbers } from '../../shared/contract/numbers.ts';
import type { PaymentTotals, PaymentView } from '../../shared/contract/payments.ts';
import type { PersonView } from '../../shared/contract/people.ts';

// What the API answers, with changes.

const at = '2026-06-20T15:04:05.678Z';
export const EVENT_ID = `evt_${'a'.repeat(26)}`;

/** A picture that loads without a network, and one that never does. */
export const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#876"/></svg>',
)}`;
export const BROKEN_PICTURE = 'data:image/png;base64,AAAA';

export const sampleUser = (changes: Partial<UserView> = {}): UserView => ({
  id: 'usr_maria',
  email: 'maria@example.com',
  firstName: 'Maria',
  lastName: 'Host',
  profileImageUrl: null,
  ...changes,
});

export const sampleEvent = (changes: Partial<EventView> = {}): EventView => ({
  id: EVENT_ID,
  name: 'Summer party',
  description: null,
  date: '2026-06-20',
  eventType: null,
  privacy: 'unlisted',
  moderationEnabled: false,
  isPaused: false,
  showsFirstNames: false,
  isPaid: false,
  price: null,
  currency: 'usd',
  createdBy: 'usr_maria',
  createdAt: at,
  updatedAt: at,
  role: 'owner',
  hasPaid: true,
  hasPlace: true,
  mediaCount: 3,
  approvedCount: 3,
  votedCount: 0,
  highlightCount: 0,
  pendingCount: 0,
  rejectedCount: 0,
  ...changes,
});

export const sampleMedia = (changes: Partial<MediaView> = {}): MediaView => ({
  id: 'med_1',
  eventId: EVENT_ID,
  uploadedBy: null,
  guestUploadedBy: null,
  uploaderName: null,
  filename: 'med_1.jpg',
  originalName: 'IMG_1.jpg',
  mimeType: 'image/jpeg',
  fileSize: 1000,
  objectPath: '/objects/1',
  thumbnailPath: null,
  capturedAt: null,
  capturedAtZone: null,
  status: 'approved',
  uploadedAt: at,
  moderatedAt: null,
  moderatedBy: null,
  voteCount: 0,
  hasVoted: false,
  kind: 'picture',
  state: 'ready',
  unsupportedReason: null,
  width: 40,
  height: 30,
  durationSeconds: null,
  blur: null,
  color: '#887766',
  renditions: { small: { url: PICTURE, width: 40, height: 30 } },
  playUrl: null,
  isOwn: false,
  ...changes,
});

/** Photos with ids and names of their own. */
export const sampleMediaList = (count: number, changes: Partial<MediaView> = {}): MediaView[] =>
  Array.from({ length: count }, (_, index) =>
    sampleMedia({ id: `med_${index + 1}`, originalName: `IMG_${index + 1}.jpg`, ...changes }),
  );

export const sampleVideo = (changes: Partial<MediaView> = {}): MediaView =>
  sampleMedia({ kind: 'video', mimeType: 'video/mp4', playUrl: 'data:video/mp4;base64,AAAA', ...changes });

export const sampleHighlight = (changes: Partial<HighlightView> = {}): HighlightView => ({
  ...sampleMedia(),
  score: 80,
  reason: 'Sharp, and liked by many.',
  ...changes,
});

export const samplePerson = (changes: Partial<PersonView> = {}): PersonView => ({
  id: 'gst_grace',
  kind: 'guest',
  name: 'Grace',
  email: null,
  standing: 'guest',
  isBlocked: false,
  hasPaid: false,
  uploadCount: 2,
  since: at,
  ...changes,
});

export const sampleNumbers = (changes: Partial<EventNumbers> = {}): EventNumbers => ({
  asOf: at,
  itemCount: 214,
  photoCount: 213,
  videoCount: 1,
  senderCount: 37,
  peopleCount: 61,
  step: 'hour',
  points: [
    { at: '2026-06-01T10:00:00.000Z', items: 0, people: 12 },
    { at: '2026-06-20T18:00:00.000Z', items: 94, people: 40 },
    { at: '2026-06-20T20:00:00.000Z', items: 120, people: 9 },
  ],
  senders: [
    { id: 'gst_grace', kind: 'guest', name: 'Grace', itemCount: 40 },
    { id: 'usr_ada', kind: 'user', name: null, itemCount: 21 },
  ],
  topItems: sampleMediaList(4, { voteCount: 9 }),
  newestItems: [],
  downloads: { all: { people: 34, full: 21, chat: 17 }, single: { times: 412, people: 53 } },
  ...changes,
});

export const samplePayment = (changes: Partial<PaymentView> = {}): PaymentView => ({
  id: `pay_${'0'.repeat(26)}`,
  eventId: EVENT_ID,
  stripeSessionId: 'cs_1',
  stripePaymentIntentId: 'pi_1',
  amount: 1250,
  currency: 'usd',
  status: 'succeeded',
  state: 'paid',
  amountRefunded: 0,
  refund: null,
  isRefundable: true,
  paidByUserId: null,
  paidByGuestId: 'gst_grace',
  paidByName: 'Grace',
  paidAt: at,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

export const sampleTotals = (changes: Partial<PaymentTotals> = {}): PaymentTotals => ({
  currency: 'usd',
  paidCount: 1,
  accessCount: 1,
  amount: 1250,
  amountRefunded: 0,
  amountLost: 0,
  net: 1250,
  ...changes,
});
