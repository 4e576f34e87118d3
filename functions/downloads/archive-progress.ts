import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Archive } from './archive.ts';
import { dynamoClient } from '../aws/clients.ts';
import { isConditionFailure, type Row, tableName } from '../table/dynamo.ts';
import { type ArchiveName, parseArchive } from './archive-row.ts';
import { keys } from '../table/keys.ts';

/** Records a ZIP's plan and begins its writing. @returns false where another run was first */
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

/** Records a written stretch. Safe to repeat. @returns the archive after it, unless its writing has ended */
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

/** Claims the restart of a stalled archive. @returns false where another caller has just done so */
export async function claimRestart(archive: Archive, now: Date): Promise<boolean> {
  const found = await change(archive, {
    set: { progressAt: now.toISOString() },
    while: ['planning', 'writing'],
    seen: archive.progressAt,
  });
  return found !== undefined;
}

type Change = {
  set: Record<string, unknown>;
  add?: Record<string, Set<number>>;
  while: readonly Archive['state'][];
  /** The progress that it must still be at. */
  seen?: string;
};

async function change(archive: ArchiveName, wish: Change): Promise<Archive | undefined> {
  const values: Row = Object.fromEntries(wish.while.map((state, at) => [`:while${at}`, state]));
  const names: Record<string, string> = { '#state': 'state' };
  const assign = (fields: object, by: string) =>
    Object.entries(fields).map(([name, value]) => {
      names[`#${name}`] = name;
      values[`:${name}`] = value;
      return `#${name}${by}:${name}`;
    });
  const sets = `SET ${assign(wish.set, ' = ').join(', ')}`;
  const adds = wish.add ? ` ADD ${assign(wish.add, ' ').join(', ')}` : '';
  const isAllowed = `attribute_exists(pk) AND #state IN (${wish.while.map((_, at) => `:while${at}`).join(', ')})`;
  if (wish.seen !== undefined) values[':seen'] = wish.seen;
  try {
    const { Attributes } = await dynamoClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.archive(archive),
        UpdateExpression: sets + adds,
        ConditionExpression: isAllowed + (wish.seen === undefined ? '' : ' AND progressAt = :seen'),
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Attributes && parseArchive(Attributes);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
