import type { Archive } from './archive.ts';
import type { Row } from '../table/dynamo.ts';
import { type ArchiveName, parseArchive } from './archive-row.ts';
import { keys } from '../table/keys.ts';
import { additions, assignments, updateRow } from '../table/update-row.ts';

/** Records a ZIP's plan, and that it is being written. @returns false if another run was first */
export async function setArchivePlan(
  archive: Archive,
  { plan, version }: Required<Pick<Archive, 'plan' | 'version'>>,
  now: Date,
): Promise<boolean> {
  const found = await change(archive, {
    set: { plan, version, state: 'writing', progressAt: now.toISOString() },
    while: ['planning'],
  });
  return found !== undefined;
}

/** Records a written stretch. Safe to repeat. @returns the updated archive, unless its writing has ended */
export async function addWrittenParts(
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

const ENDS_FROM = {
  ready: ['writing'],
  failed: ['planning', 'writing'],
  outdated: ['planning', 'writing', 'ready'],
} as const;

/** Ends an archive as ready, failed or outdated. One that has already ended stays as it is. */
export async function endArchive(
  archive: Archive,
  state: 'ready' | 'outdated' | 'failed',
  now: Date,
): Promise<void> {
  await change(archive, {
    set: { state, progressAt: now.toISOString() },
    while: ENDS_FROM[state],
  });
}

/** Claims the restart of a stalled archive. @returns false if another caller has just done so */
export async function claimRestart(archive: Archive, now: Date): Promise<boolean> {
  const found = await change(archive, {
    set: { progressAt: now.toISOString() },
    while: ['planning', 'writing'],
    seen: archive.progressAt,
  });
  return found !== undefined;
}

type Change = {
  set: Row;
  add?: Record<string, Set<number>>;
  while: readonly Archive['state'][];
  /** The value that `progressAt` must still have. */
  seen?: string;
};

async function change(archive: ArchiveName, update: Change): Promise<Archive | undefined> {
  const set = assignments(update.set);
  const add = update.add && additions(update.add);
  const states = Object.fromEntries(update.while.map((state, at) => [`:while${at}`, state]));
  const isAllowed = `attribute_exists(pk) AND #state IN (${Object.keys(states).join(', ')})`;
  const row = await updateRow(keys.archive(archive), {
    UpdateExpression: add ? `${set.UpdateExpression} ${add.UpdateExpression}` : set.UpdateExpression,
    ConditionExpression: isAllowed + (update.seen === undefined ? '' : ' AND progressAt = :seen'),
    ExpressionAttributeNames: {
      '#state': 'state',
      ...set.ExpressionAttributeNames,
      ...add?.ExpressionAttributeNames,
    },
    ExpressionAttributeValues: {
      ...states,
      ...set.ExpressionAttributeValues,
      ...add?.ExpressionAttributeValues,
      ...(update.seen !== undefined && { ':seen': update.seen }),
    },
    ReturnValues: 'ALL_NEW',
  });
  return row && parseArchive(row);
}
