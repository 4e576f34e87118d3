import * as z from 'zod/mini';
import { ownerOnly } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { expirySeconds } from '../domain/expiry.ts';
import type { EventRecord } from '../domain/records.ts';
import { EVENT_IS_ACTIVE } from './active-event-condition.ts';
import { becomeCoHost, type NewCoHost } from './co-hosts.ts';
import { ConditionsFailed, deleteRows, type Row, tableName, transact, type TransactItem } from './dynamo.ts';
import { ALL_CO_HOST_LINKS, keys } from './keys.ts';
import { parseKey, queryRows } from './query-rows.ts';

/** For how long a link makes somebody a co-host. */
export const CO_HOST_LINK_SECONDS = 7 * 24 * 3600;

const linkRow = z.object({ expiresAtSeconds: z.int(), usedAt: z.optional(z.string()) });

/**
 * Keeps a link that makes one person a co-host.
 * @param hash of the link's code and the event's owner: whoever owns the event later has made no such link
 * @returns when it ends
 * @throws AppError 404 if the event is gone, 403 if it has changed hands
 */
export async function createCoHostLink(event: EventRecord, hash: string, now: Date): Promise<Date> {
  const expiresAtSeconds = expirySeconds(now, CO_HOST_LINK_SECONDS);
  try {
    await transact([
      {
        Put: {
          TableName: tableName(),
          Item: { ...keys.coHostLink(event.id, hash), expiresAtSeconds },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        ConditionCheck: {
          TableName: tableName(),
          Key: keys.event(event.id),
          ConditionExpression: `${EVENT_IS_ACTIVE} AND createdBy = :owner`,
          ExpressionAttributeValues: { ':owner': event.createdBy },
        },
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    const found = error.failures[1]?.found;
    throw found && found['deletedAt'] === undefined ? ownerOnly() : notFound();
  }
  return new Date(expiresAtSeconds * 1000);
}

/**
 * Ends all links of an event that nobody has used. Those that were used stay, to say so until they expire.
 * @returns how many could still have been used
 */
export async function revokeCoHostLinks(eventId: string, now: Date): Promise<number> {
  const rows = await queryRows({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :link)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':link': ALL_CO_HOST_LINKS },
    ConsistentRead: true,
  });
  const open = rows.filter((row) => linkRow.parse(row).usedAt === undefined);
  await deleteRows(open.map(parseKey));
  return open.filter((row) => !isExpired(row, now)).length;
}

const isExpired = (row: Row, now: Date): boolean =>
  linkRow.parse(row).expiresAtSeconds * 1000 <= now.getTime();

/**
 * Makes somebody a co-host by a link, and uses it up: of two at once, one becomes a co-host.
 * @throws AppError as `becomeCoHost`; 409 for a link that was used, has expired, or is none
 */
export async function acceptCoHostLink(named: NewCoHost, hash: string): Promise<void> {
  try {
    await becomeCoHost(named, [useLink(named, hash)]);
  } catch (error) {
    throw error instanceof ConditionsFailed ? refusalBy(error.failures[0]?.found) : error;
  }
}

function useLink({ event, now }: NewCoHost, hash: string): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.coHostLink(event.id, hash),
      UpdateExpression: 'SET usedAt = :at',
      ConditionExpression:
        'attribute_exists(pk) AND attribute_not_exists(usedAt) AND expiresAtSeconds > :now',
      ExpressionAttributeValues: { ':at': now.toISOString(), ':now': expirySeconds(now, 0) },
    },
  };
}

function refusalBy(found: Row | undefined): AppError {
  if (found && linkRow.parse(found).usedAt !== undefined) {
    return new AppError('conflict', 'link_used', {
      message: 'This link has been used. It works once: ask the owner of the event for another one.',
    });
  }
  return new AppError('conflict', 'link_ended', {
    message: 'This link does not work any more. Ask the owner of the event for another one.',
  });
}
