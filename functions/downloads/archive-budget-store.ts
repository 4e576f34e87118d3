import * as z from 'zod/mini';
import type { Archive } from './archive.ts';
import {
  type BudgetUse,
  MADE_PHOTO_BYTES,
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
/** What was refused is told apart by the size of photos as well. */
type Sized = Holder & Pick<Archive, 'photoSize'>;

const budgetRow = z.object({
  chargedBytes: z._default(z.int(), 0),
  chargedAt: z.optional(z.string()),
  refusedBytes: z.optional(z.int()),
  // Without it, as on rows of an earlier release, the bytes tell nothing of today's gallery.
  refusedItems: z.optional(z.int()),
  refusedChat: z.optional(z.object({ charge: z.int(), gallery: z.int(), items: z.int() })),
});

const keyOf = ({ eventId, viewer }: Holder, now: Date) =>
  keys.archiveBudget({ eventId, viewer, day: budgetDay(now) });

export async function getBudgetUse(holder: Sized, now: Date): Promise<BudgetUse> {
  const found = await getRow(keyOf(holder, now));
  if (!found) return UNUSED;
  const row = budgetRow.parse(found);
  return {
    chargedBytes: row.chargedBytes,
    chargedAt: row.chargedAt === undefined ? undefined : new Date(row.chargedAt),
    refused: holder.photoSize === 'chat' ? row.refusedChat : refusedFull(row),
  };
}

function refusedFull({ refusedBytes: charge, refusedItems: items }: z.output<typeof budgetRow>) {
  return charge === undefined || items === undefined ? undefined : { charge, gallery: charge, items };
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
  const charge = measured.charge + (planned.plan.madeCount ?? 0) * MADE_PHOTO_BYTES;
  try {
    await transact([planItem(archive, planned, now), chargeItem(archive, { ...measured, charge }, now)]);
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

function chargeItem(holder: Holder, { charge, gallery }: Measured, now: Date): TransactItem {
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
        ':room': roomFor(charge, gallery),
        ':slow': new Date(now.getTime() - slowPauseMs(charge)).toISOString(),
        ':expiry': budgetExpirySeconds(now),
      },
    },
  };
}

/** Without a condition: it only says how large the gallery was last, and the later one is right. */
async function noteRefusal(holder: Sized, measured: Measured, now: Date): Promise<void> {
  const { charge, items } = measured;
  const refused =
    holder.photoSize === 'chat' ? { refusedChat: measured } : { refusedBytes: charge, refusedItems: items };
  await updateRow(
    keyOf(holder, now),
    assignments({ ...refused, expiresAtSeconds: budgetExpirySeconds(now) }),
  );
}
