import * as z from 'zod/mini';
import { NUMBER_STEPS } from '../../shared/values/number-steps.ts';
import type { PersonKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { activeEventCondition } from '../table/active-event-condition.ts';
import { getRow, tableName, tryTransact } from '../table/dynamo.ts';
import { keys } from '../table/keys.ts';
import { updateRow } from '../table/update-row.ts';
import type { Tally } from './tally.ts';

/** A tally with what says whether it is still good. */
export type KeptTally = {
  readonly tally: Tally;
  /** When it was counted. */
  readonly countedAt: string;
  /** How often the event's contents had changed by then. */
  readonly changes: number;
};

const numbersRow = z.object({
  countedAt: z.string(),
  changes: z.number(),
  tally: z.object({
    itemCount: z.int(),
    videoCount: z.int(),
    senderCount: z.int(),
    peopleCount: z.int(),
    step: z.enum(NUMBER_STEPS),
    points: z.array(z.object({ at: z.string(), items: z.int(), people: z.int() })),
    senders: z.array(
      z.object({
        person: z.custom<PersonKey>((value) => typeof value === 'string'),
        itemCount: z.int(),
      }),
    ),
  }),
});

/** The tally that was last counted, if that was within a day. */
export async function getTally(eventId: string): Promise<KeptTally | undefined> {
  const row = await getRow(keys.numbers(eventId));
  return row && numbersRow.parse(row);
}

/** After so long whoever asks counts instead of somebody who began to. */
export const COUNTING_MS = 30_000;

/**
 * Claims to count anew what was last counted, until the new tally is kept.
 * @returns false if somebody else has just begun to, or is done
 */
export async function claimCounting(
  eventId: string,
  { countedAt }: Pick<KeptTally, 'countedAt'>,
  now: Date,
): Promise<boolean> {
  const claimed = await updateRow(keys.numbers(eventId), {
    UpdateExpression: 'SET countingSince = :now',
    ConditionExpression:
      'countedAt = :last AND (attribute_not_exists(countingSince) OR countingSince <= :before)',
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':last': countedAt,
      ':before': new Date(now.getTime() - COUNTING_MS).toISOString(),
    },
  });
  return claimed !== undefined;
}

const KEPT_SECONDS = 24 * 3600;

/**
 * Keeps a tally for who looks next; whichever comes last stays. Of an event that is being deleted it keeps none. It names
 * people by their ids, and goes after a day, so that it does not outlive them for long.
 */
export async function keepTally(eventId: string, kept: KeptTally): Promise<void> {
  const expiresAtSeconds = expirySeconds(new Date(kept.countedAt), KEPT_SECONDS);
  await tryTransact([
    activeEventCondition(eventId),
    { Put: { TableName: tableName(), Item: { ...keys.numbers(eventId), ...kept, expiresAtSeconds } } },
  ]);
}
