import path from 'node:path';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { FunctionRow, QueueRow } from '../../functions/manifest-row.ts';
import { names } from './environment.ts';
import { startSchedule } from './function-host/start-schedule.ts';
import type { FunctionHosts } from './function-hosts.ts';
import { toS3EventRecord } from './object-server/object-created.ts';
import type { ObjectServer } from './object-server/object-server.ts';
import type { Opened } from './opened.ts';
import { sendBodies } from './queues/send-bodies.ts';
import { startQueueMapping } from './queues/start-queue-mapping.ts';
import { localQueueClient, startQueues, type LocalQueues } from './queues/start-queues.ts';
import { startStreamMapping } from './table/start-stream-mapping.ts';

/** Lambda's advice: six times the worker's time-out, so that a slow batch is not delivered twice. */
const visibilityPerTimeout = 6;
/** How long work under way may take to end when the system stops; what does not is done again at the next start. */
const closeMs = 5000;

/** The manifest's queues, each with its dead-letter queue. */
export function openQueues(rows: readonly FunctionRow[], queues: readonly QueueRow[]): Promise<LocalQueues> {
  return startQueues({
    queues: queues.map(({ name, maxReceiveCount }) => ({
      name,
      maxReceiveCount,
      dlq: `${name}-dlq`,
      visibilityTimeoutSeconds: visibilityPerTimeout * workerSeconds(rows, name),
    })),
  });
}

function workerSeconds(rows: readonly FunctionRow[], queue: string): number {
  const seconds = rows.flatMap(({ trigger, timeoutSeconds }) =>
    trigger.kind === 'queue' && trigger.queue === queue ? [timeoutSeconds] : [],
  );
  return Math.max(30, ...seconds);
}

/** Tells the queue `media` of every original, in S3's own message. */
export function announceOriginals(input: {
  objectServer: ObjectServer;
  queues: LocalQueues;
  opened: Opened;
}): void {
  const { objectServer, queues, opened } = input;
  const client = opened.add(localQueueClient(queues.endpoint), (used) => used.destroy());
  objectServer.onObjectCreated(async (event) => {
    if (!event.key.startsWith('media/originals/')) return;
    const body = JSON.stringify({ Records: [toS3EventRecord(event, { region: names.region })] });
    await client.send(new SendMessageCommand({ QueueUrl: queues.urlOf('media'), MessageBody: body }));
  });
}

export type Mappings = {
  /** Says that a function ran, and so perhaps wrote to the table. */
  readonly poke: () => void;
};

type MappingInput = {
  rows: readonly FunctionRow[];
  table: { endpoint: string; name: string; folder: string };
  queues: LocalQueues;
  invoke: FunctionHosts['invoke'];
  opened: Opened;
  log: (line: string) => void;
};

/** Lets queues, the table's changes and the clock call the functions that the manifest names for them. */
export async function startMappings(input: MappingInput): Promise<Mappings> {
  const closers: ((atMostMs: number) => Promise<boolean>)[] = [];
  input.opened.add(closers, (all) => Promise.all(all.map((close) => close(closeMs))));
  const pokes: (() => void)[] = [];
  const poke = (): void => pokes.forEach((each) => each());
  for (const { id, trigger } of input.rows) {
    const call = {
      ...input,
      functionId: id,
      now: Date.now,
      // Whatever runs has perhaps written to the table, but for who only follows its changes.
      invoke: (event: unknown) =>
        input.invoke(id, event).finally(trigger.kind === 'stream' ? undefined : poke),
    };
    if (trigger.kind === 'queue') {
      const mapping = startQueueMapping({ ...call, ...trigger });
      closers.push((atMostMs) => mapping.close(atMostMs));
    } else if (trigger.kind === 'stream') {
      const mapping = await startStreamMapping({
        ...call,
        ...trigger,
        endpoint: input.table.endpoint,
        tableName: input.table.name,
        checkpointFile: path.join(input.table.folder, `${id}.checkpoint.json`),
        onFailure: (body) => sendBody(input.queues, { queue: trigger.onFailure, body }),
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

function sendBody(queues: LocalQueues, { queue, body }: { queue: string; body: string }): Promise<void> {
  return sendBodies({ endpoint: queues.endpoint, queueUrl: queues.urlOf(queue), bodies: [body] });
}
