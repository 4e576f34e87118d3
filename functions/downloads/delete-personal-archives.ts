import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { deleteRows } from '../table/dynamo.ts';
import { ALL_ARCHIVES, keys } from '../table/keys.ts';
import { queryRows } from '../table/query-rows.ts';

const madeFor = z.object({ id: z.string(), viewer: z.string() });

/**
 * Deletes the rows of an event's ZIPs that were made for one person alone. Their files are gone a day after they were
 * made, and nobody is told where they are. Safe to repeat. It can go with `FormerViewer`.
 */
export async function deletePersonalArchives(eventId: string, person: PersonKey): Promise<void> {
  const rows = await queryRows({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :zip)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':zip': ALL_ARCHIVES },
    ConsistentRead: true,
  });
  const own = rows.map((row) => madeFor.parse(row)).filter(({ viewer }) => viewer === person);
  await deleteRows([
    ...own.map(({ id }) => keys.archive({ eventId, id })),
    keys.lastArchive(eventId, person),
  ]);
}
