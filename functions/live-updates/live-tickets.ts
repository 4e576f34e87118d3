import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { TICKET_SECONDS } from '../../shared/contract/live-updates.ts';
import { dynamoClient } from '../aws/clients.ts';
import type { PersonKey } from '../domain/caller.ts';
import { type Showing, TICKET_SHOWINGS } from '../domain/live-update-times.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { getRow, tableName } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';

/** What a ticket is good for: listening to one event, under the channel that it had then, as somebody or as nobody. */
export type LiveTicket = {
  readonly eventId: string;
  readonly epoch: number;
  readonly person?: PersonKey | undefined;
};

const ticketRow = z.object({
  eventId: z.string(),
  epoch: z.int(),
  person: z.optional(z.custom<PersonKey>((value) => typeof value === 'string')),
  expiresAtSeconds: z.int(),
  /** How often it was shown for each. */
  connect: z._default(z.int(), 0),
  subscribe: z._default(z.int(), 0),
});

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex');

/**
 * A ticket for a minute: 32 random bytes in base64url, of which only the hash is stored. No condition, because hashes of
 * these do not collide.
 */
export async function createTicket(
  { eventId, epoch, person }: LiveTicket,
  { now, random = randomBytes }: { now: Date; random?: (size: number) => Buffer },
): Promise<string> {
  const ticket = random(32).toString('base64url');
  const expiresAtSeconds = expirySeconds(now, TICKET_SECONDS);
  const Item = { ...keys.liveTicket(hashOf(ticket)), eventId, epoch, person, expiresAtSeconds };
  await dynamoClient().send(new PutCommand({ TableName: tableName(), Item }));
  return ticket;
}

/**
 * Shows a ticket once more, whatever comes of it. Each purpose is counted apart: else one connection would subscribe with the showings
 * of both.
 * @returns what it is good for; undefined if there is none, or it has expired or was shown too often. DynamoDB deletes
 *   expired rows late
 */
export async function showTicket(
  ticket: string,
  { to, now }: { to: Showing; now: Date },
): Promise<LiveTicket | undefined> {
  const key = keys.liveTicket(hashOf(ticket));
  // First: whoever tries without a ticket costs no write.
  const row = await getRow(key);
  if (!row) return undefined;
  const { expiresAtSeconds, connect, subscribe, ...found } = ticketRow.parse(row);
  const shown = { connect, subscribe }[to];
  if (expiresAtSeconds * 1000 <= now.getTime() || shown >= TICKET_SHOWINGS) return undefined;
  const counted = await updateRow(key, {
    UpdateExpression: 'ADD #shown :one',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(#shown) OR #shown < :most)',
    ExpressionAttributeNames: { '#shown': to },
    ExpressionAttributeValues: { ':one': 1, ':most': TICKET_SHOWINGS },
  });
  return counted && found;
}
