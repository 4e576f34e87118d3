import * as z from 'zod/mini';
import { eventType, privacy } from '../../shared/contract/entities.ts';
import { storedLines, storedName } from '../../shared/contract/text.ts';
import type { EventRecord } from '../domain/records.ts';
import type { Row } from './dynamo.ts';

const eventRow = z.object({
  id: z.string(),
  name: storedName,
  description: z.nullable(storedLines),
  date: z.nullable(z.string()),
  eventType: z.nullable(eventType),
  privacy,
  moderationEnabled: z.boolean(),
  // Rows that are older than these switches lack them.
  isPaused: z._default(z.boolean(), false),
  firstNamesSince: z._default(z.nullable(z.string()), null),
  isPaid: z.boolean(),
  priceCents: z.nullable(z.int()),
  currency: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  highlightCount: z._default(z.int(), 0),
  eventCode: z.optional(z.string()),
  /** Set when its deletion begins: from then on nobody sees it. */
  deletedAt: z.optional(z.string()),
});

/** @returns undefined for an event whose deletion has begun */
export function parseEvent(row: Row): EventRecord | undefined {
  const { deletedAt, ...event } = eventRow.parse(row);
  return deletedAt ? undefined : event;
}
