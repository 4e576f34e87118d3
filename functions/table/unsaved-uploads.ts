import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { UNSAVED_SECONDS } from '../domain/unsaved-uploads.ts';
import { MAX_UNSAVED, type UnsavedUploads } from '../domain/unsaved-uploads.ts';
import { dynamoClient } from '../aws/clients.ts';
import { getRow, tableName } from './dynamo.ts';
import { keys } from './keys.ts';
import { updateRow } from './update-row.ts';

const unsavedRow = z.object({ issued: z.record(z.string(), z.int()) });

type Counted = { readonly person: PersonKey; readonly uploadId: string };

/**
 * Counts an upload among its person's unsaved ones, if there is room. Any number of calls may count at once.
 * @returns undefined if it is counted, else those that leave no room
 */
export async function countUnsaved(
  { person, uploadId }: Counted,
  now: Date,
): Promise<UnsavedUploads | undefined> {
  const key = keys.unsavedUploads(person);
  const issuedAt = Math.floor(now.getTime() / 1000);
  const expires = { ':expires': expirySeconds(now, UNSAVED_SECONDS) };
  for (;;) {
    const isCounted = await updateRow(key, {
      UpdateExpression: 'SET issued.#upload = :now, expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_exists(issued) AND size(issued) < :max',
      ExpressionAttributeNames: { '#upload': uploadId },
      ExpressionAttributeValues: { ':now': issuedAt, ':max': MAX_UNSAVED, ...expires },
    });
    if (isCounted) return undefined;
    const row = await getRow(key);
    if (row) {
      const { issued } = unsavedRow.parse(row);
      // Otherwise some were given back in between.
      if (Object.keys(issued).length >= MAX_UNSAVED) return issued;
      continue;
    }
    const isFirst = await updateRow(key, {
      UpdateExpression: 'SET issued = :first, expiresAtSeconds = :expires',
      ConditionExpression: 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ':first': { [uploadId]: issuedAt }, ...expires },
    });
    if (isFirst) return undefined;
  }
}

/** The ids of a person's unsaved uploads, at most `MAX_UNSAVED`. */
export async function listUnsaved(person: PersonKey): Promise<string[]> {
  const row = await getRow(keys.unsavedUploads(person));
  return row ? Object.keys(unsavedRow.parse(row).issued) : [];
}

/** Gives back an upload's place among the unsaved ones. @returns false if it had none */
export async function uncountUnsaved({ person, uploadId }: Counted): Promise<boolean> {
  const removed = await updateRow(keys.unsavedUploads(person), {
    UpdateExpression: 'REMOVE issued.#upload',
    ConditionExpression: 'attribute_exists(issued.#upload)',
    ExpressionAttributeNames: { '#upload': uploadId },
  });
  return removed !== undefined;
}

/** Forgets the unsaved uploads of a person who has left. No condition: safe to repeat. */
export async function deleteUnsaved(person: PersonKey): Promise<void> {
  await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key: keys.unsavedUploads(person) }));
}
