import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { mediaView } from './entities.ts';
import { eventId, mediaId, optionalGuestCredentials } from './ids.ts';

/** How long a ticket opens a connection, or a channel. */
export const TICKET_SECONDS = 60;

export const issueLiveTicket = defineEndpoint({
  id: 'issue-live-ticket',
  method: 'POST',
  path: '/api/events/{eventId}/live-ticket',
  summary:
    "What a browser needs to hear of an event's changes at once: where, on which channel, and a ticket for a minute.",
  audience: 'anyone',
  params: z.object({ eventId }),
  body: optionalGuestCredentials,
  replies: {
    201: z.object({
      /** Of the WebSocket: AWS AppSync Events' realtime endpoint. */
      url: z.string(),
      /** What goes with the ticket in each authorization. */
      host: z.string(),
      channel: z.string(),
      ticket: z.string(),
      /** By which the caller recognises their own items; absent for nobody. */
      ownKey: z.optional(z.string()),
    }),
  },
});

/** What everybody who sees an event may see of an item, and nothing of who asks. */
export const liveItem = z.extend(
  z.omit(mediaView, {
    eventId: true,
    uploadedBy: true,
    guestUploadedBy: true,
    filename: true,
    originalName: true,
    objectPath: true,
    thumbnailPath: true,
    status: true,
    moderatedBy: true,
    hasVoted: true,
    unsupportedReason: true,
    isOwn: true,
  }),
  {
    id: mediaId,
    /** Grows with each decision on the item: what carries a smaller one is older. */
    version: z.int(),
    /** The same of its count of votes. */
    votesVersion: z.int(),
    /** Base64url of the first 96 bits of HMAC-SHA256(its uploader's `ownKey`, id). */
    uploaderTag: z.optional(z.string().check(z.length(16))),
  },
);
export type LiveItem = z.output<typeof liveItem>;

/**
 * One message to everybody who has an event open. Messages may come twice, and out of order.
 * Source of the limit: AWS AppSync counts each 5 kB of a delivery as an operation.
 */
export const liveMessage = z.object({
  /** Approved items, with their previews, as they are now. */
  items: z.optional(z.array(liveItem)),
  /** How many votes items have now. Of two counts of an item, that of the smaller version is older. */
  votes: z.optional(z.array(z.object({ id: mediaId, count: z.int(), version: z.int() }))),
  /** Items that nobody but the hosts sees any more; without a version they are deleted. */
  gone: z.optional(z.array(z.object({ id: mediaId, version: z.optional(z.int()) }))),
  /** How many items everybody sees now, and how many of them have votes. What has a smaller version is older. */
  counts: z.optional(z.object({ approved: z.int(), voted: z.int(), version: z.int() })),
  /** The event goes on under another channel, for which each listener needs a new ticket. */
  moved: z.optional(z.literal(true)),
});
export type LiveMessage = z.output<typeof liveMessage>;

/** The most bytes of JSON that a message has; the frame around it takes some hundred more of the 5 kB. */
export const LIVE_MESSAGE_BYTES = 4_700;

/** How long listeners have to follow to another channel. They go at random within this time, so that not all ask at once. */
export const MOVE_SECONDS = 15;
