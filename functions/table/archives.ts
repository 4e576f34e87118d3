import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Archive, ArchiveViewer } from '../domain/archive/archive.ts';
import { table } from '../platform/clients.ts';
import { ConditionsFailed, getRow, isConditionFailure, type Row, tableName, transact } from './access.ts';
import { keys } from './keys.ts';

const archiveRow = z.object({
  id: z.string(),
  eventId: z.string(),
  viewer: z.custom<ArchiveViewer>(
    (value) => typeof value === 'string' && /^(?:owner|everyone|user:.+|guest:.+)$/.test(value),
  ),
  state: z.enum(['planning', 'writing', 'ready', 'outdated', 'failed']),
  version: z.object({ changes: z.number(), removals: z.number() }),
  createdAt: z.string(),
  progressAt: z.string(),
  expiresAtSeconds: z.int(),
  plan: z.optional(
    z.object({
      planId: z.string(),
      uploadId: z.string(),
      fileCount: z.int(),
      totalBytes: z.int(),
      leftOut: z.int(),
      isProvisional: z.boolean(),
    }),
  ),
  // DynamoDB has no empty set: there is none before the first number.
  done: z._default(z.set(z.int()), new Set<number>()),
});

const parseArchive = (row: Row): Archive => ({ plan: undefined, ...archiveRow.parse(row) });

type ArchiveId = { readonly id: string; readonly eventId: string };

export async function getArchive(archive: ArchiveId): Promise<Archive | undefined> {
  const row = await getRow(keys.archive(archive));
  return row && parseArchive(row);
}

/** The ZIP that was last begun for a viewer; without `archive` where its row's time is over. */
export type LastArchive = { readonly id: string; readonly archive: Archive | undefined };

export async function getLastArchive(
  eventId: string,
  viewer: ArchiveViewer,
): Promise<LastArchive | undefined> {
  const row = await getRow(keys.lastArchive(eventId, viewer));
  if (!row) return undefined;
  const id = z.object({ archiveId: z.string() }).parse(row).archiveId;
  return { id, archive: await getArchive({ id, eventId }) };
}

/**
 * Begins a ZIP in the place of the viewer's last one. Of any number that are begun at once one wins.
 * @returns false where another one was begun meanwhile, or the event is gone
 */
export async function createArchive(archive: Archive, last: LastArchive | undefined): Promise<boolean> {
  const { done: _, plan: __, ...fields } = archive;
  const { eventId, viewer, expiresAtSeconds } = archive;
  try {
    await transact([
      {
        ConditionCheck: {
          TableName: tableName(),
          Key: keys.event(eventId),
          ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
        },
      },
      {
        Put: {
          TableName: tableName(),
          Item: { ...keys.archive(archive), ...fields },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      {
        Put: {
          TableName: tableName(),
          Item: { ...keys.lastArchive(eventId, viewer), archiveId: archive.id, expiresAtSeconds },
          ...(last
            ? {
                ConditionExpression: 'attribute_not_exists(pk) OR archiveId = :last',
                ExpressionAttributeValues: { ':last': last.id },
              }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}

/** What goes into a ZIP is known, and its writing begins. @returns false where another run was first */
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

/** Notes a stretch that is written; the same one twice is one. @returns the ZIP as it is then, if it is still written */
export async function addWritten(
  archive: ArchiveId,
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

/** Ends a ZIP's making, well or not. What has ended otherwise already stays so. */
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

/** Takes it upon itself to start a ZIP's work again. @returns false where somebody else has just done so */
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

async function change(archive: ArchiveId, wish: Change): Promise<Archive | undefined> {
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
    const { Attributes } = await table().send(
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

/** All ZIPs of an event that are still known. */
export async function listArchives(eventId: string): Promise<Archive[]> {
  const { Items = [] } = await table().send(
    new QueryCommand({
      TableName: tableName(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :zip)',
      ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':zip': 'ZIP#' },
      ConsistentRead: true,
    }),
  );
  return Items.map(parseArchive);
}
