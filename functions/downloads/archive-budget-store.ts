import * as z from 'zod/mini';
import type { Archive, Making } from './archive.ts';
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

type Outcome = 'charged' | 'known' | 'over-budget';

/** What the photos of a ZIP are charged that are made for it. */
const chargeOfMaking = ({ making }: Pick<Archive, 'making'>): number =>
  (making?.madeCount ?? 0) * MADE_PHOTO_BYTES;

/**
 * Records which photos a ZIP for chats has made first, and their charge to the day's budget, which has to take the ZIP as
 * well: all of it, or nothing. So they are charged once, however often they are begun.
 * @param making.about what the ZIP itself will about be charged
 * @returns as `chargePlan`
 */
export async function chargeMaking(
  archive: Archive,
  { making, about }: { making: Making; about: Measured },
  now: Date,
): Promise<Outcome> {
  const whole = { ...about, charge: about.charge + chargeOfMaking({ making }) };
  const change = archiveItem(archive, { making }, now);
  const added = chargeOfMaking({ making });
  return chargeOnce([change, chargeItem(archive, { whole, added, before: 0, beginsPause: false }, now)], () =>
    noteRefusal(archive, whole, now),
  );
}

/**
 * Records a ZIP's plan, that it is being written, and its charge to the day's budget: all of it, or nothing. Photos that were
 * made for it are charged already.
 * @returns `known` if another run was first, `over-budget` if the budget does not take it
 */
export async function chargePlan(
  archive: Archive,
  planned: { plan: NonNullable<Archive['plan']>; version: Archive['version'] },
  now: Date,
): Promise<Outcome> {
  const measured = measuredBy(planned.plan);
  const before = chargeOfMaking(archive);
  const whole = { ...measured, charge: measured.charge + before };
  const change = archiveItem(archive, { ...planned, state: 'writing' }, now);
  const added = measured.charge;
  return chargeOnce([change, chargeItem(archive, { whole, added, before, beginsPause: true }, now)], () =>
    noteRefusal(archive, measured, now),
  );
}

/** @param refused what follows if the budget does not take it */
async function chargeOnce(
  items: [archive: TransactItem, budget: TransactItem],
  refused: () => Promise<void>,
): Promise<Outcome> {
  try {
    await transact(items);
    return 'charged';
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    if (error.failures[0]) return 'known';
    await refused();
    return 'over-budget';
  }
}

/** A change of an archive that is still being planned. What of it is set once is set by the first run. */
function archiveItem(
  archive: Archive,
  change: { making: Making } | { state: 'writing' },
  now: Date,
): TransactItem {
  const { ExpressionAttributeNames, ExpressionAttributeValues, ...set } = assignments({
    ...change,
    progressAt: now.toISOString(),
  });
  const isPlanning = 'attribute_exists(pk) AND #state = :planning';
  return {
    Update: {
      TableName: tableName(),
      Key: keys.archive(archive),
      ...set,
      ConditionExpression:
        'making' in change ? `${isPlanning} AND attribute_not_exists(#making)` : isPlanning,
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#state': 'state' },
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':planning': 'planning' },
    },
  };
}

type Charge = {
  /** The ZIP with the photos that are made for it. */
  readonly whole: Measured;
  readonly added: number;
  /** How much of it was charged before. */
  readonly before: number;
  /** Whether the next ZIP beyond the budget waits from now on: photos that are made are no ZIP yet. */
  readonly beginsPause: boolean;
};

function chargeItem(holder: Holder, { whole, added, before, beginsPause }: Charge, now: Date): TransactItem {
  const { charge, gallery } = whole;
  return {
    Update: {
      TableName: tableName(),
      Key: keyOf(holder, now),
      UpdateExpression: `ADD chargedBytes :charge SET expiresAtSeconds = :expiry${beginsPause ? ', chargedAt = :now' : ''}`,
      // Beyond the budget, one after each long pause.
      ConditionExpression:
        'attribute_not_exists(chargedBytes) OR chargedBytes <= :room OR chargedAt <= :slow',
      ExpressionAttributeValues: {
        ':charge': added,
        ...(beginsPause && { ':now': now.toISOString() }),
        ':room': roomFor(charge, gallery) + before,
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
