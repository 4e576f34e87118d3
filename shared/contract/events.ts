import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { parsePriceCents } from '../values/price-text.ts';
import { defineEndpoint } from './endpoint.ts';
import { eventType, eventView, privacy, role } from './entities.ts';
import { eventId, optionalGuestCredentials } from './ids.ts';
import { line, lines, word } from './text.ts';

const params = z.object({ eventId });

const name = line({ message: messages.eventNameRequired, max: 200 });
const description = z.nullish(lines(5000));
const wrongDate = 'Use a date like 2026-06-30.';
/** A calendar day without a time or a zone, or empty. Every part of the union has the message, as in guests.ts. */
const optionalDay = z.nullish(z.union([z.iso.date(wrongDate), z.literal('')], wrongDate));

/** Also the create form's schema. */
export const createEventBody = z
  .object({
    name,
    description,
    date: optionalDay,
    eventType: z.nullish(
      z.union([eventType, z.literal('')], 'Choose a type from the list, or leave it empty.'),
    ),
    privacy: z._default(privacy, 'private'),
    moderationEnabled: z._default(z.boolean(), false),
    isPaid: z._default(z.boolean(), false),
    price: z.nullish(z.union([word(20, messages.priceRequired), z.number()], messages.priceRequired)),
    currency: z._default(z.string().check(z.regex(/^[a-z]{3}$/, 'Use a currency code like usd.')), 'usd'),
  })
  .check(
    z.refine((event) => !event.isPaid || (parsePriceCents(event.price) ?? 0) > 0, {
      path: ['price'],
      message: messages.priceRequired,
    }),
  );

/** Also the edit dialog's schema. Absent fields stay as they are; null clears. */
export const updateEventBody = z.object({
  name: z.optional(name),
  description,
  date: optionalDay,
  privacy: z.optional(privacy),
  moderationEnabled: z.optional(z.boolean()),
  isPaused: z.optional(z.boolean()),
  showsFirstNames: z.optional(z.boolean()),
});

export const createEvent = defineEndpoint({
  id: 'create-event',
  method: 'POST',
  path: '/api/events',
  summary: 'Creates an event owned by the caller.',
  audience: 'user',
  body: createEventBody,
  replies: { 201: eventView },
});

export const listEvents = defineEndpoint({
  id: 'list-events',
  method: 'GET',
  path: '/api/events',
  summary: "The caller's own events and those joined, newest first.",
  audience: 'user',
  replies: { 200: z.array(eventView) },
});

/** A public event in a listing. */
const publicEventView = z.object({
  id: z.string(),
  name: z.string(),
  date: z.nullable(z.string()),
  description: z.nullable(z.string()),
  mediaCount: z.int(),
});
export type PublicEventView = z.output<typeof publicEventView>;

export const listPublicEvents = defineEndpoint({
  id: 'list-public-events',
  method: 'GET',
  path: '/api/events/public',
  summary: 'Public events, newest first, by pages.',
  audience: 'anyone',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    cursor: z.optional(word(600)),
  }),
  replies: { 200: z.array(publicEventView) },
});

export const getEvent = defineEndpoint({
  id: 'get-event',
  method: 'GET',
  path: '/api/events/{eventId}',
  summary: 'One event, as the caller may see it.',
  audience: 'anyone',
  params,
  query: optionalGuestCredentials,
  replies: { 200: eventView },
});

export const updateEvent = defineEndpoint({
  id: 'update-event',
  method: 'PUT',
  path: '/api/events/{eventId}',
  summary: 'Changes what is named; the hosts only.',
  audience: 'user',
  params,
  body: updateEventBody,
  replies: { 200: eventView },
});

export const deleteEvent = defineEndpoint({
  id: 'delete-event',
  method: 'DELETE',
  path: '/api/events/{eventId}',
  summary: 'Deletes the event at once for everybody, and all it holds by a job; the owner only.',
  audience: 'user',
  params,
  /** Without it, deleting an event that people have paid for is a 409. */
  query: z.object({ confirm: z.optional(word(20)) }),
  replies: { 204: null },
});

export const joinEvent = defineEndpoint({
  id: 'join-event',
  method: 'POST',
  path: '/api/events/{eventId}/join',
  summary: 'Makes the signed-in caller a participant.',
  audience: 'user',
  params,
  replies: { 201: z.object({ message: z.string(), role }) },
});
