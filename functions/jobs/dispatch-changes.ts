import type { AttributeValue, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { keyOfId } from '../domain/caller.ts';
import { type BusinessEvent, businessEventOf } from '../domain/business-events.ts';
import type { ArchiveJob, DeletionJob, ReconcileFilesJob, PersonJob } from '../domain/job-messages.ts';
import { type ImageFacts, triggersOf, notificationJobs } from '../notifications/notification-triggers.ts';
import { mediaStatus } from '../../shared/contract/entities.ts';
import { countBusiness } from '../aws/business-metrics.ts';
import { log } from '../aws/log.ts';
import { sendMessage } from '../aws/send-message.ts';

type Image = Record<string, AttributeValue>;

/**
 * Starts the jobs that follow from what was written. The writes themselves know nothing of queues, so a call
 * that dies after its write has still started its job. Sending twice is harmless: the jobs look at what is.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const followed: DynamoDBRecord[] = [];
  let failed: DynamoDBRecord | undefined;
  for (const record of event.Records) {
    failed = await failing(record, () => follow(record));
    // Order matters: what comes after waits for this one.
    if (failed) break;
    followed.push(record);
  }
  const [first] = followed;
  // Together, so that three photos are told of as three. Where that fails, all of it is done again.
  const untold = first && (await failing(first, () => tellOf(followed)));
  // Last, so that what is done again is counted once.
  if (!untold) countBusiness(followed.flatMap((record) => businessEventIn(record) ?? []));
  failed = untold ?? failed;
  if (!failed) return { batchItemFailures: [] };
  return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
}

/** @returns the record, where its work failed */
async function failing(
  record: DynamoDBRecord,
  work: () => Promise<void>,
): Promise<DynamoDBRecord | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    log.error('following the table failed', {
      sequenceNumber: record.dynamodb?.SequenceNumber,
      error: error instanceof Error ? error : undefined,
    });
    return record;
  }
}

async function tellOf(records: readonly DynamoDBRecord[]): Promise<void> {
  const occasions = records
    .filter(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S === 'MEDIA')
    .flatMap(({ dynamodb }) => triggersOf(imageFacts(dynamodb?.OldImage), imageFacts(dynamodb?.NewImage)));
  for (const message of notificationJobs(occasions)) await sendMessage('push', JSON.stringify(message));
}

function businessEventIn({ dynamodb }: DynamoDBRecord): BusinessEvent | undefined {
  const { Keys, OldImage, NewImage } = dynamodb ?? {};
  return businessEventOf({
    sortKey: Keys?.['sk']?.S ?? '',
    isNew: OldImage === undefined && NewImage !== undefined,
    before: OldImage?.['status']?.S,
    after: NewImage?.['status']?.S,
  });
}

function imageFacts(image: Image | undefined): ImageFacts | undefined {
  return (
    image && {
      id: textOf(image, 'id'),
      eventId: textOf(image, 'eventId'),
      status: mediaStatus.parse(image['status']?.S),
      uploadedAt: textOf(image, 'uploadedAt'),
      moderatedAt: image['moderatedAt']?.S ?? null,
    }
  );
}

async function follow({ dynamodb }: DynamoDBRecord): Promise<void> {
  const [before, after] = [dynamodb?.OldImage, dynamodb?.NewImage];
  const sortKey = dynamodb?.Keys?.['sk']?.S;
  if (sortKey === 'MEDIA' && (before || after) && filesMayLieWrong(after)) {
    const image: Image = after ?? before ?? {};
    const message: ReconcileFilesJob = {
      eventId: textOf(image, 'eventId'),
      mediaId: textOf(image, 'id'),
      wasOpen: before?.['place']?.S === 'open' && after?.['status']?.S !== 'approved',
    };
    await sendMessage('moves', JSON.stringify(message));
  }
  if (sortKey === 'EVENT' && after?.['deletedAt'] && !before?.['deletedAt']) {
    const message: DeletionJob = { eventId: textOf(after, 'id') };
    await sendMessage('deletions', JSON.stringify(message));
  }
  if (sortKey?.startsWith('ZIP#') && after && !before) {
    const message: ArchiveJob = {
      kind: 'plan',
      eventId: textOf(after, 'eventId'),
      archiveId: textOf(after, 'id'),
    };
    await sendMessage('archives', JSON.stringify(message));
  }
  const job = after && (sortKey === 'GUEST' || sortKey === 'USER') ? personJobOf(after, before) : undefined;
  if (job) await sendMessage('people', JSON.stringify(job));
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
  const [set, placed] = [after['statusVersion']?.N, after['placeVersion']?.N];
  return after['place']?.S !== undefined && set !== placed;
}

function textOf(image: Image, name: string): string {
  const text = image[name]?.S;
  if (text === undefined) throw new Error(`A row in the stream lacks ${name}.`);
  return text;
}
