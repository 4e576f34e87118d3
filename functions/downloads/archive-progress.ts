import type { Archive } from './archive.ts';
import type { Row } from '../table/dynamo.ts';
import { type ArchiveName, parseArchive } from './archive-row.ts';
import { keys } from '../table/keys.ts';
import { additions, assignments, updateRow } from '../table/update-row.ts';

/** Records a written stretch. Safe to repeat. @returns the updated archive, unless its writing has ended */
export async function addWrittenStretch(
  archive: ArchiveName,
  stretch: number,
  now: Date,
): Promise<Archive | undefined> {
  return change(archive, {
    set: { progressAt: now.toISOString() },
    add: { done: new Set([stretch]) },
    while: ['writing'],
  });
}

/** Records a batch of photos that is made. Safe to repeat. @returns the updated archive, unless it has ended */
export async function addMadeBatch(
  archive: ArchiveName,
  batch: number,
  now: Date,
): Promise<Archive | undefined> {
  return change(archive, {
    set: { progressAt: now.toISOString() },
    add: { made: new Set([batch]) },
    while: ['planning'],
  });
}

const ENDS_FROM = {
  ready: ['writing'],
  failed: ['planning', 'writing'],
  outdated: ['planning', 'writing', 'ready'],
} as const;

/**
 * Ends an archive as ready, failed or outdated. One that has already ended stays as it is.
 * @param end `over-budget`: it failed because the day's budget did not take it
 */
export async function endArchive(
  archive: Archive,
  end: keyof typeof ENDS_FROM | 'over-budget',
  now: Date,
): Promise<void> {
  const [state, isOverBudget] = end === 'over-budget' ? (['failed', true] as const) : [end, undefined];
  await change(archive, {
    set: { state, isOverBudget, progressAt: now.toISOString() },
    while: ENDS_FROM[state],
  });
}

/** Claims the restart of a stalled archive. @returns false if another caller has just done so */
export async function claimRestart(archive: Archive, now: Date): Promise<boolean> {
  const { progressAt, restartedAt } = archive;
  const found = await change(archive, {
    set: { restartedAt: now.toISOString() },
    while: ['planning', 'writing'],
    seen: { progressAt, restartedAt },
  });
  return found !== undefined;
}

type Change = {
  set: Row;
  add?: Record<string, Set<number>>;
  while: readonly Archive['state'][];
  /** What must still be the same. */
  seen?: Pick<Archive, 'progressAt' | 'restartedAt'>;
};

function unchanged({ progressAt, restartedAt }: NonNullable<Change['seen']>) {
  const values = { ':seenProgress': progressAt };
  return restartedAt === undefined
    ? {
        ConditionExpression: 'progressAt = :seenProgress AND attribute_not_exists(restartedAt)',
        ExpressionAttributeValues: values,
      }
    : {
        ConditionExpression: 'progressAt = :seenProgress AND restartedAt = :seenRestart',
        ExpressionAttributeValues: { ...values, ':seenRestart': restartedAt },
      };
}

async function change(archive: ArchiveName, update: Change): Promise<Archive | undefined> {
  const set = assignments(update.set);
  const add = update.add && additions(update.add);
  const states = Object.fromEntries(update.while.map((state, at) => [`:while${at}`, state]));
  const isAllowed = `attribute_exists(pk) AND #state IN (${Object.keys(states).join(', ')})`;
  const isSame = update.seen && unchanged(update.seen);
  const row = await updateRow(keys.archive(archive), {
    UpdateExpression: add ? `${set.UpdateExpression} ${add.UpdateExpression}` : set.UpdateExpression,
    ConditionExpression: isSame ? `${isAllowed} AND ${isSame.ConditionExpression}` : isAllowed,
    ExpressionAttributeNames: {
      '#state': 'state',
      ...set.ExpressionAttributeNames,
      ...add?.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...states,
      ...set.ExpressionAttributeValues,
      ...add?.ExpressionAttributeValues,
      ...isSame?.ExpressionAttributeValues,
    },
    ReturnValues: 'ALL_NEW',
  });
  return row && parseArchive(row);
}
