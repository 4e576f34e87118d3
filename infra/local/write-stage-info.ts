import { rm, writeFile } from 'node:fs/promises';
import type { QueueRow } from '../../functions/manifest/function-row.ts';
import { localStageInfoFile } from '../stages/stage-info.ts';
import type { LocalQueues } from './sqs/start-queues.ts';

/**
 * Tells operators' programs where this run's services are. Readable by the owner only, because it holds the
 * local key.
 */
export async function writeStageInfo(input: {
  dataDir: string;
  environment: Readonly<Record<string, string>>;
  rows: readonly QueueRow[];
  queues: LocalQueues;
}): Promise<{ remove: () => Promise<void> }> {
  const { dataDir, environment, rows, queues } = input;
  const file = localStageInfoFile(dataDir);
  const urls = rows.map(({ name }) => [
    name,
    { url: queues.urlOf(name), deadLetters: queues.urlOf(`${name}-dlq`) },
  ]);
  await writeFile(file, JSON.stringify({ environment, queues: Object.fromEntries(urls) }), { mode: 0o600 });
  return { remove: () => rm(file, { force: true }) };
}
