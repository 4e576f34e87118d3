import * as z from 'zod/mini';
import { expirySeconds } from '../domain/expiry.ts';
import { getRow } from './dynamo.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

/** For how long an address is known to have found a code: the length of a party. */
export const FOUND_CODE_SECONDS = 12 * 3600;

/** A code, and the hash of an address from which it was looked up. */
type FoundCode = { readonly network: string; readonly code: string };

const foundRow = z.object({ expiresAtSeconds: z.int() });

/** Notes that an address has found an event by its code. No condition: safe to repeat. */
export async function noteFoundCode(found: FoundCode, now: Date): Promise<void> {
  await updateRow(keys.foundCode(found), {
    UpdateExpression: 'SET expiresAtSeconds = :end',
    ExpressionAttributeValues: { ':end': expirySeconds(now, FOUND_CODE_SECONDS) },
  });
}

/** Whether an address has found that code a short time ago. DynamoDB deletes expired rows late. */
export async function wasCodeFound(found: FoundCode, now: Date): Promise<boolean> {
  const row = await getRow(keys.foundCode(found));
  return row !== undefined && foundRow.parse(row).expiresAtSeconds * 1000 > now.getTime();
}
