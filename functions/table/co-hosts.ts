import { noAccess, ownerOnly } from '../domain/access.ts';
import { AppError, notFound } from '../domain/app-error.ts';
import { type PersonKey, personOfKey } from '../domain/caller.ts';
import type { EventRecord, Membership } from '../domain/records.ts';
import { MEMBERSHIP_IS_OPEN } from './closed-memberships.ts';
import { addCoHost, coHostsIn, dropCoHost } from './co-host-writes.ts';
import {
  ConditionsFailed,
  getRow,
  type Row,
  tableName,
  transact,
  type TransactItem,
  tryTransact,
} from './dynamo.ts';
import { parseEvent } from './event-row.ts';
import { keys } from './keys.ts';
import { takePlace } from './membership-capacity.ts';
import { parseMembership } from './membership-row.ts';

/** Somebody who becomes a co-host. `event`: as it was read; its owner names them. */
export type NewCoHost = {
  readonly event: EventRecord;
  readonly userId: string;
  readonly now: Date;
};

/**
 * Names a person of an event as a co-host. They get a place if they have none, full or not. Safe to repeat.
 * @throws AppError 404 for the owner and for who is not in the event or is leaving, 409 for a guest, for who is blocked and
 * where there are as many co-hosts as an event can have
 */
export async function nameCoHost(
  event: EventRecord,
  named: { readonly person: PersonKey; readonly now: Date },
): Promise<void> {
  const membership = await getMembership(event.id, named.person);
  if (!membership || membership.standing === 'owner' || membership.closedAt) throw notFound();
  if (membership.isBlocked) throw removedFromEvent();
  if (membership.isCoHost) return;
  const person = personOfKey(named.person);
  if (person.kind === 'guest') throw needsAccount();
  await becomeCoHost({ event, userId: person.userId, now: named.now }, []).catch((error: unknown) => {
    // They have begun to leave.
    throw error instanceof AppError && error.kind === 'unauthenticated' ? notFound() : error;
  });
}

/**
 * Makes a user a co-host together with other writes, all or nothing.
 * @throws AppError 401 if they have just left, 403 if they are blocked or the event has changed hands, 404 if it is gone, 409 if it
 * has as many co-hosts as it can; ConditionsFailed for the other writes, by their positions among them
 */
export async function becomeCoHost(named: NewCoHost, writes: readonly TransactItem[]): Promise<void> {
  const { event, userId, now } = named;
  const own = [addCoHost(event, userId), ...writes];
  for (;;) {
    const membership = await getMembership(event.id, `user:${userId}`);
    if (membership?.isBlocked) throw noAccess();
    try {
      if (membership?.hasPlace) {
        await transact([...own, promotion(event.id, userId)]);
        return;
      }
      const person = { kind: 'user', userId } as const;
      const as = { joins: true, isCoHost: true };
      if (await takePlace({ event, person, now }, { writes: own, as, isUnlimited: true })) return;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [ofEvent, ...others] = error.failures;
      const ofWrites = others.slice(0, writes.length);
      if (ofEvent) throw refusalBy(ofEvent.found, event);
      if (ofWrites.some((failure) => failure !== undefined)) throw new ConditionsFailed(ofWrites);
      const found = others[writes.length]?.found;
      if (found && parseMembership(found).isCoHost) return;
      if (found && parseMembership(found).closedAt) throw notFound();
    }
  }
}

/** Somebody with a place becomes a co-host. */
function promotion(eventId: string, userId: string): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keys.membership(eventId, `user:${userId}`),
      UpdateExpression: 'SET isCoHost = :yes, standing = :participant, hasPlace = :yes',
      ConditionExpression: `standing <> :owner AND isBlocked = :no AND attribute_not_exists(isCoHost) AND (attribute_not_exists(hasPlace) OR hasPlace = :yes) AND ${MEMBERSHIP_IS_OPEN}`,
      ExpressionAttributeValues: {
        ':yes': true,
        ':no': false,
        ':participant': 'participant',
        ':owner': 'owner',
      },
    },
  };
}

/** Why an event's row refused a co-host. */
function refusalBy(found: Row | undefined, { createdBy }: EventRecord): AppError {
  const event = found && parseEvent(found);
  if (!found || !event) return notFound();
  if (event.createdBy !== createdBy) return ownerOnly();
  return new AppError('conflict', 'too_many_co_hosts', {
    message: `This event has ${coHostsIn(found).size} co-hosts, and that is as many as it can have.`,
  });
}

const needsAccount = (): AppError =>
  new AppError('conflict', 'needs_account', {
    message: 'Guests have to sign in first. Then they can be co-hosts.',
  });

const removedFromEvent = (): AppError =>
  new AppError('conflict', 'is_blocked', {
    message: 'They were removed from the event. Restore them first.',
  });

/**
 * Makes a co-host an ordinary participant, with their place. Safe to repeat, also once the event's row is gone.
 * @throws AppError 404 if they are not in the event
 */
export async function dismissCoHost(eventId: string, person: PersonKey): Promise<void> {
  for (;;) {
    const membership = await getMembership(eventId, person);
    if (!membership) {
      // A release that knows no co-hosts removes people and leaves them on the event's row.
      await tryTransact([dropCoHost({ eventId, person })]);
      throw notFound();
    }
    if (!membership.isCoHost) return;
    const change: TransactItem = {
      Update: {
        TableName: tableName(),
        Key: keys.membership(eventId, person),
        UpdateExpression: 'REMOVE isCoHost',
        ConditionExpression: 'attribute_exists(isCoHost)',
      },
    };
    try {
      await transact([change, dropCoHost({ eventId, person })]);
      return;
    } catch (error) {
      if (!(error instanceof ConditionsFailed)) throw error;
      const [ofMembership] = error.failures;
      if (!ofMembership) await tryTransact([change]);
    }
  }
}

async function getMembership(eventId: string, person: PersonKey): Promise<Membership | undefined> {
  const row = await getRow(keys.membership(eventId, person));
  return row && parseMembership(row);
}
