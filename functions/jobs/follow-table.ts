import type { AttributeValue, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { keyOfId } from '../domain/caller.ts';
import type { DeletionJob, MoveJob, PersonJob } from '../domain/jobs.ts';
import { placeOf } from '../domain/placement.ts';
import { mediaStatus } from '../../shared/contract/entities.ts';
import { log } from '../platform/log.ts';
import { send } from '../platform/send.ts';

type Image = Record<string, AttributeValue>;

/**
 * Starts the jobs that follow from what was written. The writes themselves know nothing of queues, so a call
 * that dies after its write has still started its job. Sending twice is harmless: the jobs look at what is.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const record of event.Records) {
    try {
      await follow(record);
    } catch (error) {
      log.error('following the table failed', {
        sequenceNumber: record.dynamodb?.SequenceNumber,
        error: error instanceof Error ? error : undefined,
      });
      // Order matters: what comes after waits for this one.
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
    }
  }
  return { batchItemFailures: [] };
}

async function follow({ dynamodb }: DynamoDBRecord): Promise<void> {
  const [before, after] = [dynamodb?.OldImage, dynamodb?.NewImage];
  const sortKey = dynamodb?.Keys?.['sk']?.S;
  if (sortKey === 'MEDIA' && (before || after) && filesMayLieWrong(after)) {
    const image: Image = after ?? before ?? {};
    const message: MoveJob = { eventId: textOf(image, 'eventId'), mediaId: textOf(image, 'id') };
    await send('moves', JSON.stringify(message));
  }
  if (sortKey === 'EVENT' && after?.['deletedAt'] && !before?.['deletedAt']) {
    const message: DeletionJob = { eventId: textOf(after, 'id') };
    await send('deletions', JSON.stringify(message));
  }
  const job = after && (sortKey === 'GUEST' || sortKey === 'USER') ? personJobOf(after, before) : undefined;
  if (job) await send('people', JSON.stringify(job));
}

/** Somebody who has just begun to leave: a guest into an account, or a person for good. */
function personJobOf(after: Image, before: Image | undefined): PersonJob | undefined {
  const id = textOf(after, 'id');
  if (after['erasedAt'] && !before?.['erasedAt']) {
    return { kind: 'erase', person: keyOfId(id), withMedia: after['eraseMedia']?.BOOL === true };
  }
  const claimedBy = after['claimedBy']?.S;
  if (claimedBy === undefined || before?.['claimedBy']?.S === claimedBy || after['erasedAt'])
    return undefined;
  return { kind: 'claim', guestId: id, userId: claimedBy };
}

/** An item that is gone, or whose files are elsewhere than its status wants them. */
function filesMayLieWrong(after: Image | undefined): boolean {
  if (!after) return true;
  const place = after['place']?.S;
  return place !== undefined && place !== placeOf(mediaStatus.parse(after['status']?.S));
}

function textOf(image: Image, name: string): string {
  const text = image[name]?.S;
  if (text === undefined) throw new Error(`A row in the stream lacks ${name}.`);
  return text;
}
