import {
  deleteMedia,
  downloadMedia,
  getMedia,
  listMedia,
  moderateEvent,
  moderateMedia,
  saveGuestMedia,
  saveMedia,
} from '../../shared/contract/media.ts';
import { answers, guestUploading, managing, uploading, viewing, voting } from './access-answers.ts';
import type { CallSample, SampleWorld } from './sample.ts';

const savedFile = async ({ eventId, newUpload }: SampleWorld) => ({
  eventId,
  filename: 'photo.jpg',
  originalName: 'photo.jpg',
  mimeType: 'image/jpeg',
  ...(await newUpload()),
});
const noIdentity = { guestId: '', token: '' };

const listWith = (status: 'pending' | 'rejected') => ({
  name: status,
  request: ({ eventId, identity }: SampleWorld) => ({ params: { eventId }, query: { status, ...identity } }),
  answers: managing(),
});

/** As `managing`, but for those who do not even get at what was not rejected. */
const ownRejected = answers(
  `public unlisted | free paid | ok ok 403 403 403 | 401 403 401 401
   public unlisted | unpaid    | ok ok 402 402 403 | 402 403 401 401
   private         | free paid | ok ok 403 403 403 | 401 403 401 401
   private         | unpaid    | ok ok 402 402 403 | 401 403 401 401`,
);

const ownWith = (name: string, query: { status?: string } = {}) => ({
  name,
  request: ({ eventId, identity }: SampleWorld) => ({
    params: { eventId },
    query: { mine: 'true', ...query, ...identity },
  }),
});

const item = ({ mediaId, identity }: SampleWorld) => ({ params: { mediaId }, query: { ...identity } });

export const mediaSamples: readonly CallSample[] = [
  {
    endpoint: listMedia,
    caller: 'other guest',
    request: ({ eventId, identity }) => ({
      params: { eventId },
      query: { sortBy: 'capturedAt', order: 'desc', limit: '2', ...identity },
    }),
    tableRequests: '1 BatchGet, 1 Get, 3 Query',
    // Its last answer stands in for a list that cannot be read.
    withMockedAws: { isLenient: true },
    access: [
      { answers: viewing() },
      listWith('pending'),
      listWith('rejected'),
      { ...ownWith("one's own"), answers: voting() },
      {
        name: "one person's",
        request: ({ eventId, bystanderId, identity }) => ({
          params: { eventId },
          query: { uploader: bystanderId, ...identity },
        }),
        answers: managing(),
      },
      { ...ownWith("one's own rejected", { status: 'rejected' }), answers: ownRejected },
    ],
  },
  {
    endpoint: getMedia,
    caller: 'participant',
    request: item,
    tableRequests: '1 BatchGet, 1 Query, 3 Get',
    access: [{ answers: viewing() }],
  },
  {
    endpoint: saveMedia,
    caller: 'participant',
    request: async (world) => ({ params: { eventId: world.eventId }, body: await savedFile(world) }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 3 Get, 3 Update',
    access: [{ answers: uploading() }],
    withMockedAws: { signsNothing: true },
  },
  {
    endpoint: saveGuestMedia,
    caller: 'guest',
    request: async (world) => ({
      params: { eventId: world.eventId },
      body: { ...(await savedFile(world)), ...(world.identity ?? noIdentity) },
    }),
    tableRequests: '2 BatchGet, 1 TransactWrite, 5 Update, 3 Get',
    access: [{ answers: guestUploading() }],
    withMockedAws: { signsNothing: true },
  },
  {
    endpoint: deleteMedia,
    caller: 'owner',
    request: async ({ eventId, newMediaId, identity }) => ({
      params: { eventId, mediaId: await newMediaId() },
      query: { ...identity },
    }),
    tableRequests: '1 BatchGet, 2 Query, 1 TransactWrite, 1 Update, 3 Get',
    access: [
      { name: "another's", answers: answers('any | any | 204 403 403 403 403 | 403 403 401 401') },
      {
        name: 'their own',
        request: ({ eventId, ownMediaId, identity }) => ({
          params: { eventId, mediaId: ownMediaId },
          query: { ...identity },
        }),
        // Only the owner could have uploaded to an event that nobody has paid for.
        answers: answers('any | free paid | 204 204 204 204 403 | 204 403 401 401'),
      },
    ],
    withMockedAws: { isLenient: true },
  },
  {
    endpoint: moderateMedia,
    caller: 'owner',
    request: ({ pendingMediaId: mediaId }) => ({ params: { mediaId }, body: { status: 'approved' } }),
    tableRequests: '1 BatchGet, 1 TransactWrite, 2 Update, 4 Get, 1 Query',
    access: [{ answers: managing() }],
    withMockedAws: { isLenient: true },
  },
  {
    endpoint: moderateEvent,
    caller: 'owner',
    request: ({ eventId }) => ({ params: { eventId }, body: { status: 'approved' } }),
    tableRequests: '3 Query, 1 TransactWrite, 2 Update, 2 BatchGet, 2 Get',
    access: [{ answers: managing() }],
    withMockedAws: { isLenient: true },
  },
  {
    endpoint: downloadMedia,
    caller: 'owner',
    request: item,
    tableRequests: '2 BatchGet, 2 Get, 1 Query',
    access: [{ answers: viewing('302') }],
  },
];
