import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { businessEventOf } from '../domain/business-events.ts';
import type { Change, MediaChange } from '../domain/changes.ts';
import type { ArchiveJob, DeletionJob, ReconcileFilesJob, PersonJob } from '../domain/job-messages.ts';
import { rollUpJobs } from '../domain/roll-up-jobs.ts';
import { liveJobs } from '../live-updates/live-jobs.ts';
import { notificationJobs, triggersOf } from '../notifications/notification-triggers.ts';
import { countBusiness } from './kit/count-business.ts';
import { lambdaHandler } from '../aws/lambda-handler.ts';
import { log } from '../aws/log.ts';
import { sendDelayedMessage, sendMessage } from '../aws/send-message.ts';
import {
  archivesQueueUrl,
  deletionsQueueUrl,
  liveQueueUrl,
  movesQueueUrl,
  peopleQueueUrl,
  pushQueueUrl,
  votesQueueUrl,
} from '../aws/settings.ts';
import { areFilesInPlace } from '../storage/object-keys.ts';
import { changesIn } from '../table/stream-changes.ts';
import { countFailedJobs } from './kit/failed-jobs.ts';

export const handler = lambdaHandler(dispatchChanges);

/**
 * Starts the jobs that follow from changes to the table. The writes themselves know nothing of queues, so a
 * call that dies after its write has still started its job. Sending twice is harmless: jobs act on the
 * current state.
 */
async function dispatchChanges(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes: Change[] = [];
  let failed: DynamoDBRecord | undefined;
  for (const record of event.Records) {
    failed = await failing(record, async () => {
      const found = changesIn(record);
      for (const change of found) await startJob(change);
      changes.push(...found);
    });
    // Order matters: later records wait for this one.
    if (failed) break;
  }
  const [first] = event.Records;
  // Together, so that three photos make one notification, and many votes one roll-up. If that fails, the whole batch is repeated.
  const untold = first && (await failing(first, () => tellOf(changes)));
  // Last, so that a repeated batch is counted once.
  if (!untold) countBusiness(changes.flatMap((change) => businessEventOf(change) ?? []));
  failed = untold ?? failed;
  if (!failed) return { batchItemFailures: [] };
  return { batchItemFailures: [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] };
}

/** @returns the record if its work failed */
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
    countFailedJobs('dispatch-changes', 1);
    return record;
  }
}

/** The calls roll up most votes themselves: a second later only what they left is found. */
const ROLL_UP_DELAY_SECONDS = 1;

async function tellOf(changes: readonly Change[]): Promise<void> {
  for (const message of rollUpJobs(changes)) {
    const sent = { body: JSON.stringify(message), group: message.eventId };
    await sendDelayedMessage(votesQueueUrl(), { ...sent, delaySeconds: ROLL_UP_DELAY_SECONDS });
  }
  for (const message of liveJobs(changes, new Date()))
    await sendMessage(liveQueueUrl(), { body: JSON.stringify(message), group: message.eventId });
  const occasions = changes.flatMap(triggersOf);
  for (const message of notificationJobs(occasions))
    await sendMessage(pushQueueUrl(), { body: JSON.stringify(message), group: message.eventId });
}

async function startJob(change: Change): Promise<void> {
  switch (change.kind) {
    case 'media-created':
    case 'media-changed':
    case 'media-deleted':
      return moveFiles(change);
    case 'event-deletion-began': {
      const message: DeletionJob = { eventId: change.eventId };
      return sendMessage(deletionsQueueUrl(), { body: JSON.stringify(message), group: change.eventId });
    }
    case 'archive-requested': {
      const { eventId, archiveId } = change;
      const message: ArchiveJob = { kind: 'plan', eventId, archiveId };
      return sendMessage(archivesQueueUrl(), { body: JSON.stringify(message), group: eventId });
    }
    case 'person-left': {
      const { person, withMedia } = change;
      const message: PersonJob = { kind: 'erase', person, withMedia };
      return sendMessage(peopleQueueUrl(), { body: JSON.stringify(message), group: person });
    }
    case 'guest-claimed': {
      const { guestId, userId } = change;
      const message: PersonJob = { kind: 'claim', guestId, userId };
      return sendMessage(peopleQueueUrl(), { body: JSON.stringify(message), group: userId });
    }
    case 'access-lost':
    case 'event-created':
    case 'guest-created':
    case 'vote-cast':
    case 'vote-withdrawn':
    case 'payment-succeeded':
      return;
    default:
      change satisfies never;
  }
}

/** For an item that was deleted, or whose files are not where its status requires. */
async function moveFiles({ before, after }: MediaChange): Promise<void> {
  if (after && areFilesInPlace(after)) return;
  const { eventId, id: mediaId } = after ?? before;
  const wasOpen = before?.place === 'open' && after?.status !== 'approved';
  const message: ReconcileFilesJob = { eventId, mediaId, wasOpen };
  await sendMessage(movesQueueUrl(), { body: JSON.stringify(message), group: eventId });
}
