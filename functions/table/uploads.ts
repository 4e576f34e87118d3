import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { PersonKey } from '../domain/caller.ts';
import { expirySeconds } from '../domain/expiry.ts';
import { UPLOAD_GONE_DAYS } from '../domain/file-lifetimes.ts';
import type { UploadRecord } from '../domain/records.ts';
import { dynamoClient } from '../aws/clients.ts';
import { deleteRows, getRow, isConditionFailure, type Row, tableName } from './dynamo.ts';
import { uploadsOf } from './index-keys.ts';
import { contentsOf, keys } from './keys.ts';
import { queryKeys } from './query-rows.ts';
import { updateRow } from './update-row.ts';

const uploadRow = z.object({
  id: z.string(),
  person: z.custom<PersonKey>((value) => typeof value === 'string'),
  eventId: z.nullable(z.string()),
  contentType: z.nullable(z.string()),
  fileSizeBytes: z.nullable(z.int()),
  issuedAt: z.string(),
  savedAs: z.nullable(z.string()),
  // Rows of earlier versions lack these.
  savedETag: z._default(z.nullable(z.string()), null),
  savedVersion: z._default(z.nullable(z.string()), null),
  isTooLarge: z._default(z.boolean(), false),
});

/** The row outlives the file: repeating a save days later still answers with the item and makes no second one. */
const LIFETIME_SECONDS = UPLOAD_GONE_DAYS * 24 * 3600;

type IssuedUpload = Omit<UploadRecord, 'savedETag' | 'savedVersion' | 'isTooLarge'>;

/** The row of an issued upload, with its index keys. */
export function newUploadRow(upload: IssuedUpload): Row {
  return {
    ...keys.upload(upload.id),
    gsi1pk: uploadsOf(upload.person),
    gsi1sk: upload.id,
    ...upload,
    expiresAtSeconds: expirySeconds(new Date(upload.issuedAt), LIFETIME_SECONDS),
  };
}

/** Records whom an upload was issued to. */
export async function createUpload(upload: IssuedUpload): Promise<void> {
  await dynamoClient().send(
    new PutCommand({
      TableName: tableName(),
      Item: newUploadRow(upload),
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** Takes back that an upload was issued: from now on it cannot be saved. No condition: safe to repeat. */
export async function deleteUpload(uploadId: string): Promise<void> {
  await dynamoClient().send(new DeleteCommand({ TableName: tableName(), Key: keys.upload(uploadId) }));
}

/** Takes back all uploads that were issued to a person. Safe to repeat. */
export async function deleteUploadsOf(person: PersonKey): Promise<void> {
  const issued = await queryKeys({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': uploadsOf(person) },
  });
  await deleteRows(issued);
}

/** Records that what arrived was too large; a row that has expired stays so. */
export async function setTooLarge(uploadId: string): Promise<void> {
  await updateRow(keys.upload(uploadId), {
    UpdateExpression: 'SET isTooLarge = :true',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':true': true },
  });
}

/**
 * Withdraws a person's upload unless it is saved: it cannot be saved any more.
 * @returns whether it was unsaved
 */
export async function withdrawUpload(uploadId: string, person: PersonKey): Promise<boolean> {
  try {
    await dynamoClient().send(
      new DeleteCommand({
        TableName: tableName(),
        Key: keys.upload(uploadId),
        ConditionExpression: 'person = :person AND savedAs = :null',
        ExpressionAttributeValues: { ':person': person, ':null': null },
      }),
    );
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export async function getUpload(uploadId: string): Promise<UploadRecord | undefined> {
  const row = await getRow(keys.upload(uploadId));
  return row && uploadRow.parse(row);
}

const contentRow = z.object({ mediaId: z.string() });

/**
 * Records which of a person's items in an event had a content first. The ETag of a file sent in one piece is
 * the MD5 of its bytes, which is enough to recognise one's own picture.
 * @returns the id of the first item with that content, which is this one if there was none
 */
export async function recordContent(
  media: { id: string; eventId: string; uploader: PersonKey; fileSizeBytes: number },
  eTag: string,
): Promise<string> {
  const { Attributes } = await dynamoClient().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.content({ ...media, content: `${media.fileSizeBytes}-${eTag}` }),
      UpdateExpression: 'SET mediaId = if_not_exists(mediaId, :media)',
      ExpressionAttributeValues: { ':media': media.id },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return contentRow.parse(Attributes).mediaId;
}

/** Forgets the contents of a person's items in an event. Safe to repeat. */
export async function deleteContentsOf(eventId: string, person: PersonKey): Promise<void> {
  const recorded = await queryKeys({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :own)',
    ExpressionAttributeValues: { ':pk': keys.event(eventId).pk, ':own': contentsOf(person) },
    ConsistentRead: true,
  });
  await deleteRows(recorded);
}
