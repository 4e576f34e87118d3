import path from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { FunctionRow, QueueRow } from '../../functions/manifest/function-row.ts';
import { visibilitySeconds } from '../../functions/manifest/queues.ts';
import { notices } from '../stages/media-bucket-rules.ts';
import { localNames } from './function-environment.ts';
import { startSchedule } from './eventbridge/start-schedule.ts';
import type { DeliversTwice } from './sqs/message-store.ts';
import type { FunctionHosts } from './lambda/start-function-hosts.ts';
import { toS3EventRecord } from './s3/object-created.ts';
import type { LocalS3 } from './s3/start-s3.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import { startQueueMapping } from './sqs/start-queue-mapping.ts';
import { localQueueClient, startQueues, type LocalQueues } from './sqs/start-queues.ts';
import { startStreamMapping } from './dynamodb-streams/start-stream-mapping.ts';

/** How long work under way may take when the system stops; the rest is done again at the next start. */
const closeMs = 5000;

/** The manifest's queues, each with its dead-letter queue. */
export function startManifestQueues(input: {
  rows: readonly FunctionRow[];
  queues: readonly QueueRow[];
  dataDir: string;
  log: (line: string) => void;
  deliversTwice: DeliversTwice | undefined;
}): Promise<LocalQueues> {
  const { rows, queues, dataDir, log, deliversTwice } = input;
  return startQueues({
    folder: path.join(dataDir, 'queues'),
    log,
    deliversTwice,
    queues: queues.map(({ name, maxReceiveCount }) => ({
      name,
      maxReceiveCount,
      dlq: `${name}-dlq`,
      visibilityTimeoutSeconds: visibilitySeconds(name, rows),
    })),
  });
}

/** Says of a notification whether it comes twice, or after later ones. */
export type NoticeTrouble = () => 'twice' | 'late' | undefined;

/** By so much a late notification is late. */
const LATE_SECONDS = 2;

/** Sends S3's notifications of new objects to their queues. */
export function notifyOfObjects(input: {
  s3: LocalS3;
  queues: LocalQueues;
  cleanup: CleanupStack;
  trouble: NoticeTrouble | undefined;
}): void {
  const { trouble = () => undefined } = input;
  const send = sender(input);
  input.s3.onObjectCreated(async (event) => {
    const notice = notices.find(({ prefix }) => event.key.startsWith(prefix));
    if (!notice) return;
    const record = toS3EventRecord(event, { region: localNames.region });
    const body = JSON.stringify({ Records: [record] });
    const met = trouble();
    await send(notice.queue, body, met === 'late' ? LATE_SECONDS : 0);
    if (met === 'twice') await send(notice.queue, body, LATE_SECONDS);
  });
}

/** Sends messages on behalf of S3 and Lambda. */
function sender({ queues, cleanup }: { queues: LocalQueues; cleanup: CleanupStack }) {
  const client = cleanup.add(localQueueClient(queues.endpoint), (used) => used.destroy());
  return async (queue: string, MessageBody: string, DelaySeconds = 0): Promise<void> => {
    const message = { QueueUrl: queues.urlOf(queue), MessageBody, DelaySeconds };
    await client.send(new SendMessageCommand(message));
  };
}

export type StartedTriggers = {
  /** A function ran, and so may have written to the table. */
  readonly poke: () => void;
};

type TriggerInput = {
  rows: readonly FunctionRow[];
  table: { endpoint: string; name: string; folder: string };
  queues: LocalQueues;
  invoke: FunctionHosts['invoke'];
  cleanup: CleanupStack;
  log: (line: string) => void;
};

/** Lets queues, the table's stream and schedules call the functions that the manifest names for them. */
export async function startTriggers(input: TriggerInput): Promise<StartedTriggers> {
  const closers: ((atMostMs: number) => Promise<boolean>)[] = [];
  input.cleanup.add(closers, (all) => Promise.all(all.map((close) => close(closeMs))));
  const send = sender(input);
  const pokes: (() => void)[] = [];
  const poke = (): void => pokes.forEach((each) => each());
  for (const { id, trigger } of input.rows) {
    const call = {
      ...input,
      functionId: id,
      now: Date.now,
      // Any function may have written to the table, except the stream's own, which only follows its changes.
      invoke: (event: unknown) =>
        input.invoke(id, event).finally(trigger.kind === 'stream' ? undefined : poke),
    };
    if (trigger.kind === 'queue') {
      // Whoever held messages ended with the last run.
      input.queues.releaseInFlight(trigger.queue);
      const mapping = startQueueMapping({
        ...call,
        ...trigger,
        visibilitySeconds: visibilitySeconds(trigger.queue, input.rows),
      });
      closers.push((atMostMs) => mapping.close(atMostMs));
    } else if (trigger.kind === 'stream') {
      const mapping = await startStreamMapping({
        ...call,
        ...trigger,
        endpoint: input.table.endpoint,
        tableName: input.table.name,
        checkpointFile: path.join(input.table.folder, `${id}.checkpoint.json`),
        onFailure: (body) => send(trigger.onFailure, body),
      });
      closers.push((atMostMs) => mapping.close(atMostMs));
      pokes.push(() => mapping.poke());
    } else if (trigger.kind === 'schedule') {
      const schedule = startSchedule({ ...call, ...trigger });
      closers.push((atMostMs) => schedule.close(atMostMs));
    }
  }
  return { poke };
}
