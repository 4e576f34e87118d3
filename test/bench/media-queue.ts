import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createdMessage } from '../../functions/domain/job-messages.ts';
import { originalKey } from '../../functions/storage/object-keys.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem, type System } from '../../infra/local/system.ts';
import { newGuest, signIn } from '../fixtures/users-and-guests.ts';
import { eventually, waitUntilProcessed, upload } from '../fixtures/uploads.ts';

const ONE_BY_ONE = 12;
const AT_ONCE = 36;

/**
 * Photos through the whole product on this machine: upload, save, queue, worker, list. Then many at once,
 * with one worker and with four; in AWS each of these is a Lambda with its own cores, here they share the
 * machine's.
 */
export async function reportQueue(photos: readonly string[]): Promise<void> {
  await ensureBuilt();
  for (const workers of [1, 4]) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-queue-'));
    const system = await startSystem({
      port: 0,
      dataDir: folder,
      quiet: true,
      triggered: withWorkers(workers),
    });
    try {
      await measure(system, { photos, workers });
    } finally {
      await system.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const withWorkers = (maxConcurrency: number) =>
  functions.map((row) =>
    row.id === 'process-media' && row.trigger.kind === 'queue'
      ? { ...row, trigger: { ...row.trigger, maxConcurrency } }
      : row,
  );

async function measure(
  system: System,
  { photos, workers }: { photos: readonly string[]; workers: number },
): Promise<void> {
  const host = await signIn(system.url);
  const guest = await newGuest(system.url);
  const { id: eventId } = (await host.post('/api/events', { name: 'Bench', privacy: 'public' })).json;
  const sent = async (at: number) => {
    const file = photos[at % photos.length] ?? '';
    // A byte after the picture makes each file a different one.
    const bytes = Buffer.concat([readFileSync(file), Buffer.from([at])]);
    return upload(guest, eventId, { name: basename(file), type: 'image/jpeg', bytes });
  };
  const waits: number[] = [];
  for (let at = 0; at < ONE_BY_ONE; at += 1) {
    const started = performance.now();
    const { id } = await sent(at);
    const item = await waitUntilProcessed(guest, eventId, id);
    const { status } = await guest.get(item.renditions.tile.url);
    if (status !== 200) throw new Error(`The tile answered ${status}.`);
    waits.push(performance.now() - started);
  }
  if (workers === 1) print(`upload to visible, one photo at a time: ${spread(waits)} ms`);
  for (let at = ONE_BY_ONE; at < AT_ONCE; at += 1)
    await waitUntilProcessed(guest, eventId, (await sent(at)).id);
  const seconds = await makeAllAnew(system, {
    eventId,
    list: async () => (await host.get(`/api/events/${eventId}/media`)).json,
  });
  const perMinute = ((AT_ONCE / seconds) * 60).toFixed(0);
  print(`${workers} at the same time: ${perMinute} photos a minute through the queue`);
}

type Event = { eventId: string; list: () => Promise<any[]> };

/** Seconds until all photos, put into the queue at once, have new renditions. */
async function makeAllAnew({ environment }: System, { eventId, list }: Event): Promise<number> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const endpoint = environment['AWS_ENDPOINT_URL_SQS'] ?? '';
  const client = new SQSClient({ endpoint, region: 'us-east-1', credentials });
  const items = await list();
  const started = performance.now();
  for (const { id } of items) {
    const MessageBody = createdMessage(originalKey({ id, eventId }), 'bench');
    await client.send(new SendMessageCommand({ QueueUrl: environment['MEDIA_QUEUE_URL'], MessageBody }));
  }
  await eventually(async () => (await list()).every((item) => item.renditions.tile.url.includes('.bench.')));
  client.destroy();
  return (performance.now() - started) / 1000;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b).map((value) => value.toFixed(0));
  return `${sorted[Math.floor(sorted.length / 2)]} (${sorted[0]} – ${sorted.at(-1)})`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
