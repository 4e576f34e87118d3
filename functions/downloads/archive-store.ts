import * as z from 'zod/mini';
import { type Archive, type ArchiveKind, archiveKind, type NewArchive } from './archive.ts';
import { getRow, tableName, tryTransact } from '../table/dynamo.ts';
import { type ArchiveName, parseArchive } from './archive-row.ts';
import { activeEventCondition } from '../table/active-event-condition.ts';
import { ALL_ARCHIVES, keys } from '../table/keys.ts';
import { queryRows } from '../table/query-rows.ts';

export async function getArchive(archive: ArchiveName): Promise<Archive | undefined> {
  const row = await getRow(keys.archive(archive));
  return row && parseArchive(row);
}

/** The archive last begun of a kind; without `archive` if that row has expired. */
export type LastArchive = {
  readonly id: string;
  readonly archive: Archive | undefined;
  /** The one that was ready when it was begun, to fall back on. */
  readonly keptId: string | undefined;
};

const lastArchiveRow = z.object({ archiveId: z.string(), keptId: z.optional(z.string()) });

export async function getLastArchive(eventId: string, kind: ArchiveKind): Promise<LastArchive | undefined> {
  const row = await getRow(keys.lastArchive(eventId, kind));
  if (!row) return undefined;
  const { archiveId: id, keptId } = lastArchiveRow.parse(row);
  return { id, archive: await getArchive({ id, eventId }), keptId };
}

/** What an archive takes the place of, and which ready one stays to fall back on. */
type Place = Pick<LastArchive, 'id' | 'keptId'>;

/**
 * Begins an archive in place of the last one of its kind. Of several begun at once, one wins.
 * @returns false if another one has been begun meanwhile, or the event is gone
 */
export async function createArchive(archive: NewArchive, last: Place | undefined): Promise<boolean> {
  const { done: _, made: __, plan: ___, ...fields } = archive;
  const { eventId, viewer, photoSize, expiresAtSeconds } = archive;
  return tryTransact([
    activeEventCondition(eventId),
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
        Item: {
          ...keys.lastArchive(eventId, archiveKind(viewer, photoSize)),
          archiveId: archive.id,
          ...(last?.keptId !== undefined && { keptId: last.keptId }),
          expiresAtSeconds,
        },
        ...(last
          ? {
              ConditionExpression: 'attribute_not_exists(pk) OR archiveId = :last',
              ExpressionAttributeValues: { ':last': last.id },
            }
          : { ConditionExpression: 'attribute_not_exists(pk)' }),
      },
    },
  ]);
}

/** All archives of an event that have not expired. */
export async function listArchives(eventId: string): Promise<Archive[]> {
  const rows = await queryRows({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :zip)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':zip': ALL_ARCHIVES },
    ConsistentRead: true,
  });
  return rows.map(parseArchive);
}
