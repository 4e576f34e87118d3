import { issueGuestUpload, issueUpload, publishObject } from '../../shared/contract/uploads.ts';
import { answers, guestUploading, signedIn, uploading } from './access-answers.ts';
import type { CallSample } from './sample.ts';

const noIdentity = { guestId: '', token: '' };
/** An item's id is that of its upload. */
const objectPathOf = (mediaId: string): string => mediaId.replace('med_', '/objects/uploads/upl_');

export const uploadSamples: readonly CallSample[] = [
  {
    endpoint: issueUpload,
    caller: 'participant',
    request: ({ eventId }) => ({ body: { eventId, contentType: 'image/jpeg', fileSize: 3 } }),
    tableRequests: '1 BatchGet, 1 Put, 2 Update, 2 Get',
    access: [
      { answers: uploading() },
      { name: 'for no event', request: () => ({ body: {} }), answers: signedIn('201') },
    ],
  },
  {
    endpoint: issueGuestUpload,
    caller: 'guest',
    request: ({ eventId, identity = noIdentity }) => ({
      body: { eventId, contentType: 'video/mp4', fileSize: 3, ...identity },
    }),
    tableRequests: '2 BatchGet, 1 Put, 2 Update, 2 Get',
    access: [{ answers: guestUploading() }],
  },
  {
    endpoint: publishObject,
    caller: 'participant',
    request: async ({ newUpload, identity }) => ({
      body: { objectPath: (await newUpload()).objectPath, ...identity },
    }),
    tableRequests: '1 BatchGet, 2 Get, 1 Query',
    access: [
      {
        name: 'their own item',
        request: ({ ownMediaId, identity }) => ({
          body: { objectPath: objectPathOf(ownMediaId), ...identity },
        }),
        // Only the owner could have uploaded to an event that nobody has paid for.
        answers: answers('any | free paid | 200 200 200 200 403 | 200 403 401 401'),
      },
    ],
  },
];
