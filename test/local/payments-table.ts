import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { inject, vi } from 'vitest';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { type LocalTable, startTable } from '../../infra/local/dynamodb/start-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';

let shared: Promise<LocalTable> | undefined;

/**
 * A table of this name for the functions' own code. One DynamoDB serves all files of a worker and ends with it, because
 * the functions' client, which those files share, stays with the address that it was made with.
 */
export async function openPaymentsTable(tableName: string): Promise<void> {
  shared ??= start(tableName);
  const { endpoint } = await shared;
  const client = localTableClient(endpoint);
  await ensureTable({ client, tableName });
  client.destroy();
  vi.stubEnv('TABLE_NAME', tableName);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
}

async function start(tableName: string): Promise<LocalTable> {
  const dataDir = await mkdtemp(path.join(inject('scratch'), 'payments-'));
  return startTable({
    dataDir,
    tableName,
    log: () => {},
    now: Date.now,
    // No row is removed because it has expired: by the clock of Stripe in these tests it has not.
    timers: { after: () => () => undefined, every: () => () => undefined },
  });
}
