import * as z from 'zod/mini';

/** An instant, ISO 8601 in UTC with milliseconds. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const instant = z.string().check(z.regex(INSTANT));

export const privacy = z.enum(['private', 'unlisted', 'public']);
export type Privacy = z.output<typeof privacy>;

export const eventType = z.enum([
  'wedding',
  'birthday',
  'reunion',
  'corporate',
  'concert',
  'graduation',
  'other',
]);
export type EventType = z.output<typeof eventType>;

export const mediaStatus = z.enum(['pending', 'approved', 'rejected']);
export type MediaStatus = z.output<typeof mediaStatus>;

/** What a caller is on one event. */
export const role = z.enum(['owner', 'co-host', 'participant', 'user', 'blocked', 'guest', 'anonymous']);
export type Role = z.output<typeof role>;

export const userView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
});
export type UserView = z.output<typeof userView>;

const eventFields = {
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  date: z.nullable(z.string()),
  eventType: z.nullable(eventType),
  privacy,
  moderationEnabled: z.boolean(),
  /** Nobody new may upload or vote; who holds a place goes on. */
  isPaused: z.boolean(),
  /** Everybody sees the first names of those who upload from now on, in the details of the large view. */
  showsFirstNames: z.boolean(),
  isPaid: z.boolean(),
  /** Two decimals, `"12.50"`, or null where the event is free. */
  price: z.nullable(z.string()),
  currency: z.string(),
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
};

/** An event as every caller who may see it gets it. Counts are of what the caller may see. */
export const eventView = z.object({
  ...eventFields,
  role,
  hasPaid: z.boolean(),
  /** Whether the caller is one of the event's people, who can carry on while it is paused. */
  hasPlace: z.boolean(),
  mediaCount: z.int(),
  /** How many of these everybody sees. */
  approvedCount: z.int(),
  votedCount: z.int(),
  /** How many highlights there are, so that a page can reserve their space before it loads them. */
  highlightCount: z.int(),
  /** For owner and co-hosts only. */
  pendingCount: z.optional(z.int()),
  rejectedCount: z.optional(z.int()),
});
export type EventView = z.output<typeof eventView>;

/**
 * Why nothing can be shown of a file: its bytes are not of its type, are more than is spent on one file, take too long, or
 * are damaged.
 */
export const unsupportedReason = z.enum(['wrong-type', 'too-large', 'too-slow', 'damaged']);
export type UnsupportedReason = z.output<typeof unsupportedReason>;

const rendition = z.object({ url: z.string(), width: z.int(), height: z.int() });

export const mediaView = z.object({
  id: z.string(),
  eventId: z.string(),
  /** Ids of people are only for the hosts and the uploader. */
  uploadedBy: z.nullable(z.string()),
  guestUploadedBy: z.nullable(z.string()),
  /** Who sent it, for those who may know: the hosts all of the name, others the first name. Null for one's own. */
  uploaderName: z.nullable(z.string()),
  filename: z.string(),
  /** Only for the owner and the uploader: a phone's file names can carry personal data. */
  originalName: z.nullable(z.string()),
  mimeType: z.string(),
  fileSize: z.int(),
  /** Of what the caller downloads; absent where that is not known. */
  downloadSize: z.optional(z.int()),
  objectPath: z.string(),
  thumbnailPath: z.nullable(z.string()),
  capturedAt: z.nullable(instant),
  /** `local`: wall time of a camera that recorded no zone; show it without shifting. */
  capturedAtZone: z.nullable(z.enum(['utc', 'offset', 'local'])),
  status: mediaStatus,
  uploadedAt: instant,
  moderatedAt: z.nullable(instant),
  moderatedBy: z.nullable(z.string()),
  voteCount: z.int(),
  hasVoted: z.boolean(),
  kind: z.enum(['picture', 'video']),
  /** State of the renditions. `unsupported` is shown as 'Unsupported file'. */
  state: z.enum(['processing', 'ready', 'unsupported']),
  /** Only for the hosts and the uploader; null also where it is not known. */
  unsupportedReason: z.nullable(unsupportedReason),
  /** Pixels after orientation, and seconds. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  durationSeconds: z.nullable(z.number()),
  /** Thumbhash, base64; and the dominant colour, `#rrggbb`. */
  blur: z.nullable(z.string()),
  color: z.nullable(z.string()),
  renditions: z.object({
    small: z.optional(rendition),
    tile: z.optional(rendition),
    screen: z.optional(rendition),
  }),
  playUrl: z.nullable(z.string()),
  /** Uploaded by the caller. */
  isOwn: z.boolean(),
});
export type MediaView = z.output<typeof mediaView>;

/**
 * Every error reply. `issues` come with a 400, `requestId` with all, `challenge` and `bits` with the 429 that asks for a
 * proof of work (`proof-of-work.ts`).
 */
export const errorView = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.optional(z.string()),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  challenge: z.optional(z.string()),
  bits: z.optional(z.int()),
});
export type ErrorView = z.output<typeof errorView>;
