import * as z from 'zod/mini';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

const lastNumber = z.object({ last: z.int() });

/**
 * The next number for an undated item of an event, from 1. None is given twice; one that is given to work that is then
 * repeated is nobody's. No condition: what a deleted event leaves, its deletion removes at the end.
 */
export async function nextUndatedNumber(eventId: string): Promise<number> {
  const row = await updateRow(keys.undatedNumbers(eventId), {
    UpdateExpression: 'ADD #last :one',
    ExpressionAttributeNames: { '#last': 'last' },
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'UPDATED_NEW',
  });
  return lastNumber.parse(row).last;
}
