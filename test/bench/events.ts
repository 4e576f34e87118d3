import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { startSystem } from '../../infra/local/system.ts';
import { ensureTable } from '../../infra/local/dynamodb/ensure-table.ts';
import { localTableClient } from '../../infra/local/dynamodb/table-client.ts';
import { deliverDeletion, crashAfter } from '../fixtures/event-deletion-job.ts';
import { createEventBeingDeleted, remainingRowsAndFiles } from '../fixtures/event-being-deleted.ts';
import { requestFirstPage, seedGallery } from '../fixtures/seed-gallery.ts';
import { measureTableCost } from '../fixtures/measure-table-cost.ts';
import { numberArgument } from './argument.ts';

// npm run bench:events: what a large event costs. `--items 5000` for fewer than 50,000, `--files 1000` for
// fewer of them with files. Rows and files are written directly; pages and deletion are the functions' own.

const ITEMS = numberArgument('items', 50_000);
const FILES = Math.min(ITEMS, numberArgument('files', ITEMS));
const PEOPLE = 500;
const TABLE = 'bench-events';

await ensureBuilt();
const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'));
const system = await startSystem({ port: 0, dataDir, quiet: true });
try {
  // A table that no worker follows, so that only the function's own work is counted.
  Object.assign(process.env, system.environment, { TABLE_NAME: TABLE });
  const client = localTableClient(system.tableEndpoint);
  await ensureTable({ client, tableName: TABLE });
  client.destroy();
  await reportPages();
  await reportDeletion();
} finally {
  await system.close();
  rmSync(dataDir, { recursive: true, force: true });
}

async function reportPages(): Promise<void> {
  const events = [
    [201, await seedGallery(201)],
    [ITEMS, await seedGallery(ITEMS)],
  ] as const;
  console.log('First page of 200, brotli        requests   capacity units        kB        ms');
  for (const sortBy of ['uploadedAt', 'votes', 'capturedAt']) {
    for (const [items, eventId] of events) {
      const started = performance.now();
      const { result, requests, units } = await measureTableCost(() =>
        requestFirstPage(eventId, { sortBy, encoding: 'br' }),
      );
      const count = Object.values(requests).reduce((sum, each) => sum + each, 0);
      const numbers = [
        String(count),
        String(units),
        (result.sentBytes / 1000).toFixed(1),
        (performance.now() - started).toFixed(0),
      ];
      console.log(
        `  ${sortBy.padEnd(12)} of ${String(items).padEnd(8)}`,
        ...numbers.map((text) => text.padStart(12)),
      );
    }
  }
}

async function reportDeletion(): Promise<void> {
  const eventBeingDeleted = await createEventBeingDeleted({ items: ITEMS, people: PEOPLE, files: FILES });
  const count = crashAfter(Number.POSITIVE_INFINITY, () => undefined);
  const started = performance.now();
  const {
    result: isDone,
    requests,
    units,
  } = await measureTableCost(() =>
    // In one run, however long it takes here: a Lambda hands over what it has not done in five minutes.
    deliverDeletion(eventBeingDeleted.eventId, { remainingMs: 3_600_000 }),
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `Deleting ${ITEMS} items, ${2 * FILES} files, ${PEOPLE} people, ${10 * PEOPLE} votes: ${isDone ? 'done' : 'failed'} in ${seconds.toFixed(1)} s`,
  );
  console.log(`  ${count()} requests, of the table ${JSON.stringify(requests)} with ${units} capacity units`);
  const left = await remainingRowsAndFiles({
    ...eventBeingDeleted,
    items: eventBeingDeleted.items.slice(0, 1000),
  });
  console.log(`  left: ${left.length}`);
}
