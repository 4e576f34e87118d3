import * as z from 'zod/mini';
import { MEDIA_PAGE_LIMIT } from '../values/media-page-limit.ts';
import { FIRST_SORT, SORT_ORDERS } from '../values/sort-orders.ts';
import { defineEndpoint } from './endpoint.ts';
import { INSTANT, mediaStatus, mediaView } from './entities.ts';
import { eventId, guestId, mediaId, objectPath, optionalGuestCredentials, userId } from './ids.ts';
import { credential, deviceFileName, word } from './text.ts';

const eventParams = z.object({ eventId });
const mediaParams = z.object({ mediaId });

export const sortBy = z.enum(SORT_ORDERS);
export type SortBy = z.output<typeof sortBy>;

export const listMedia = defineEndpoint({
  id: 'list-media',
  method: 'GET',
  path: '/api/events/{eventId}/media',
  summary:
    'A page of the media that the caller may see, or with `mine` of their own, or with `uploader` of another person; `Link: rel="next"` where there is more.',
  audience: 'anyone',
  params: eventParams,
  query: z
    .object({
      sortBy: z._default(sortBy, FIRST_SORT),
      order: z.optional(z.enum(['asc', 'desc'])),
      status: z.optional(mediaStatus),
      /** Only what the caller has uploaded, in every status that they may see, by upload time. */
      mine: z.optional(z.literal('true')),
      /** The same of anybody, for the owner: a user's or guest's id. */
      uploader: z.optional(z.union([userId, guestId])),
      limit: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MEDIA_PAGE_LIMIT)),
        MEDIA_PAGE_LIMIT,
      ),
      cursor: z.optional(word(600)),
      ...optionalGuestCredentials.shape,
    })
    .check(
      z.refine(({ mine, uploader, sortBy }) => (!mine && !uploader) || sortBy === 'uploadedAt', {
        path: ['sortBy'],
        message: "A person's uploads come by upload time.",
      }),
      z.refine(({ mine, uploader }) => !mine || !uploader, {
        path: ['uploader'],
        message: 'Ask for your own uploads or for those of somebody.',
      }),
    ),
  replies: { 200: z.array(mediaView) },
});

export const getMedia = defineEndpoint({
  id: 'get-media',
  method: 'GET',
  path: '/api/media/{mediaId}',
  summary: 'One item, for whoever finds it in a list, too; the owner also finds what was rejected.',
  audience: 'anyone',
  params: mediaParams,
  query: optionalGuestCredentials,
  replies: { 200: mediaView },
});

/** The reply of a save: the item, and which earlier item of the same person has the same content. */
const savedView = z.extend(mediaView, { duplicateOf: z.nullable(z.string()) });

const savedFile = {
  eventId: z.optional(eventId),
  filename: deviceFileName,
  originalName: deviceFileName,
  mimeType: word(100),
  fileSize: z.int().check(z.minimum(0)),
  objectPath,
};

export const saveMedia = defineEndpoint({
  id: 'save-media',
  method: 'POST',
  path: '/api/events/{eventId}/media',
  summary: 'Puts an uploaded file into the event. Idempotent by objectPath.',
  audience: 'user',
  params: eventParams,
  body: z.object(savedFile),
  replies: { 200: savedView, 201: savedView },
});

export const saveGuestMedia = defineEndpoint({
  id: 'save-guest-media',
  method: 'POST',
  path: '/api/events/{eventId}/media/guest',
  summary: "Puts a guest's uploaded file into the event. Idempotent by objectPath.",
  audience: 'guest',
  params: eventParams,
  body: z.object({ ...savedFile, guestId: credential, token: credential }),
  replies: { 200: savedView, 201: savedView },
});

export const deleteMedia = defineEndpoint({
  id: 'delete-media',
  method: 'DELETE',
  path: '/api/events/{eventId}/media/{mediaId}',
  summary: 'Deletes an item for good: the owner any, others their own.',
  audience: 'person',
  params: z.object({ eventId, mediaId }),
  query: optionalGuestCredentials,
  replies: { 204: null },
});

export const moderateMedia = defineEndpoint({
  id: 'moderate-media',
  method: 'PUT',
  path: '/api/media/{mediaId}/moderate',
  summary: 'Approves or rejects one item; the hosts only.',
  audience: 'user',
  params: mediaParams,
  body: z.object({ status: z.enum(['approved', 'rejected']) }),
  replies: { 200: mediaView },
});

export const moderateEvent = defineEndpoint({
  id: 'moderate-event',
  method: 'POST',
  path: '/api/events/{eventId}/moderate',
  summary:
    'Approves or rejects all that is pending, or approves all that was rejected, a batch a call; safe to repeat until `remaining` is 0.',
  audience: 'user',
  params: eventParams,
  body: z
    .object({
      status: z.enum(['approved', 'rejected']),
      /** The status of the items that it decides on. */
      from: z._default(z.enum(['pending', 'rejected']), 'pending'),
      /** Decides only on what was uploaded until then. */
      uploadedUntil: z.optional(word(24).check(z.regex(INSTANT))),
    })
    .check(
      z.refine(({ status, from }) => status !== from, {
        path: ['from'],
        message: 'These are rejected already.',
      }),
    ),
  replies: { 200: z.object({ moderated: z.int(), remaining: z.int() }) },
});

export const downloadMedia = defineEndpoint({
  id: 'download-media',
  method: 'GET',
  path: '/api/media/{mediaId}/download',
  summary:
    'Sends the browser to a signed attachment: the original for owner and uploader, else the clean copy, or a rendition where none can be made. With `view` it is only looked at, and not counted as a download.',
  audience: 'anyone',
  params: mediaParams,
  query: z.extend(optionalGuestCredentials, { view: z.optional(z.literal('true')) }),
  replies: { 302: null },
});
