import * as z from 'zod/mini';
import { getRow } from './dynamo.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

const sweepRow = z.object({ position: z.optional(z.string()) });

/** Where the last run of a sweep stopped; undefined if it came to the end, or if there was none. */
export async function sweepPosition(name: string): Promise<string | undefined> {
  return sweepRow.parse((await getRow(keys.sweep(name))) ?? {}).position;
}

/** Keeps where a run stops. No condition: if two runs meet, one of both places is as good as the other. */
export async function keepSweepPosition(name: string, position: string | undefined): Promise<void> {
  await updateRow(
    keys.sweep(name),
    position === undefined
      ? { UpdateExpression: 'REMOVE #position', ExpressionAttributeNames: { '#position': 'position' } }
      : {
          UpdateExpression: 'SET #position = :position',
          ExpressionAttributeNames: { '#position': 'position' },
          ExpressionAttributeValues: { ':position': position },
        },
  );
}
