import * as z from 'zod/mini';
import type { Archive } from './archive.ts';
import {
  type BudgetUse,
  budgetDay,
  budgetExpirySeconds,
  type Measured,
  measuredBy,
  roomFor,
  slowPauseMs,
  UNUSED,
} from './archive-budget.ts';
import { ConditionsFailed, getRow, tableName, transact, type TransactItem } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { assignments, updateRow } from '../table/update-row.ts';

/** Whose budget: each event has one for each kind of viewer and day. */
type Holder = Pick<Archive, 'eventId' | 'viewer'>;

const budgetRow = z.object({
  chargedBytes: z._default(z.int(), 0),
  chargedAt: z.optional(z.string()),
  refusedBytes: z.optional(z.int()),
  // Without it, as on rows of an earlier release, the bytes tell nothing of today's gallery.
  refusedItems: z.optional(z.int()),
});

const keyOf = ({ eventId, viewer }: Holder, now: Date) =>
  keys.archiveBudget({ eventId, viewer, day: budgetDay(now) });

export async function getBudgetUse(holder: Holder, now: Date): Promise<BudgetUse> {
  const row = await getRow(keyOf(holder, now));
  if (!row) return UNUSED;
  const { chargedBytes, chargedAt, refusedBytes: charge, refusedItems: items } = budgetRow.parse(row);
  return {
    chargedBytes,
    chargedAt: chargedAt === undefined ? undefined : new Date(chargedAt),
    refused: charge === undefined || items === undefined ? undefined : { charge, items },
  };
}

/**
 * Records a ZIP's plan, that it is being written, and its charge to the day's budget: all of it, or nothing.
 * @returns `known` if another run was first, `over-budget` if the budget does not take it
 */
export async function chargePlan(
  archive: Archive,
  planned: { plan: NonNullable<Archive['plan']>; version: Archive['version'] },
  now: Date,
): Promise<'charged' | 'known' | 'over-budget'> {
  const measured = measuredBy(planned.plan);
  try {
    await transact([planItem(archive, planned, now), chargeItem(archive, measured.charge, now)]);
    return 'charged';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.failures[0]) return 'known';
    await noteRefusal(archive, measured, now);
    return 'over-budget';
  }
}

function planItem(archive: Archive, planned: object, now: Date): TransactItem {
  const { ExpressionAttributeValues, ...set } = assignments({
    ...planned,
    state: 'writing',
    progressAt: now.toISOString(),
  });
  return {
    Update: {
      TableName: tableName(),
      Key: keys.archive(archive),
      ...set,
      ConditionExpression: 'attribute_exists(pk) AND #state = :planning',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':planning': 'planning' },
    },
  };
}

function chargeItem(holder: Holder, charge: number, now: Date): TransactItem {
  return {
    Update: {
      TableName: tableName(),
      Key: keyOf(holder, now),
      UpdateExpression: 'ADD chargedBytes :charge SET chargedAt = :now, expiresAtSeconds = :expiry',
      // Beyond the budget, one after each long pause.
      ConditionExpression:
        'attribute_not_exists(chargedBytes) OR chargedBytes <= :room OR chargedAt <= :slow',
      ExpressionAttributeValues: {
        ':charge': charge,
        ':now': now.toISOString(),
        ':room': roomFor(charge),
        ':slow': new Date(now.getTime() - slowPauseMs(charge)).toISOString(),
        ':expiry': budgetExpirySeconds(now),
      },
    },
  };
}

/** Without a condition: it only says how large the gallery was last, and the later one is right. */
async function noteRefusal(holder: Holder, { charge, items }: Measured, now: Date): Promise<void> {
  await updateRow(keyOf(holder, now), {
    UpdateExpression: 'SET refusedBytes = :charge, refusedItems = :items, expiresAtSeconds = :expiry',
    ExpressionAttributeValues: { ':charge': charge, ':items': items, ':expiry': budgetExpirySeconds(now) },
  });
}
