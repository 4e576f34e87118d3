import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { getDownload, startDownload } from '../fixtures/downloads.ts';
import { signIn } from '../fixtures/users-and-guests.ts';
import { treeBytes } from '../fixtures/processes.ts';
import { killTree, runNpmStart } from '../fixtures/run-npm-start.ts';
import { eventually, jpegFile, waitUntilProcessed, upload } from '../fixtures/uploads.ts';

// npm run bench:downloads: how fast a ZIP of large originals is made. `--files 10` for fewer. Linux only.

const files = Number(process.argv[process.argv.indexOf('--files') + 1]) || 40;
const FILE_BYTES = 25_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));

await ensureBuilt();
const run = runNpmStart({ PORT: '0', DATA_DIR: folder });
try {
  const owner = await signIn(await run.ready());
  const { json: event } = await owner.post('/api/events', { name: 'Bench', privacy: 'public' });
  for (let seed = 0; seed < files; seed += 1) {
    const file = await jpegFile(seed);
    const bytes = Buffer.concat([file.bytes, randomBytes(FILE_BYTES)]);
    await waitUntilProcessed(owner, event.id, (await upload(owner, event.id, { ...file, bytes })).id);
  }
  const before = treeBytes(run.pid);
  let peak = before;
  const started = performance.now();
  const { json: begun } = await startDownload(owner, event.id);
  const ready = await eventually(async () => {
    peak = Math.max(peak, treeBytes(run.pid));
    const { json } = await getDownload(owner, { eventId: event.id, id: begun.id });
    return json.state === 'ready' && json;
  });
  const seconds = (performance.now() - started) / 1000;
  const megabytes = (ready.totalBytes ?? 0) / 1e6;
  console.log(`${ready.fileCount} files, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s`);
  console.log(
    `  ${(megabytes / seconds).toFixed(0)} MB a second, reading from and writing to the local store`,
  );
  console.log(
    `  ${((peak - before) / 1e6).toFixed(0)} MB more memory at the peak, of all processes together`,
  );
} finally {
  killTree(run.pid);
  rmSync(folder, { recursive: true, force: true });
}
