import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MeterReport, UNITS_PER_SECOND } from '../../infra/local/dynamodb/capacity-meter.ts';
import { numberArgument } from './argument.ts';
import { countTries, type Measured, runAtRate } from './table-load.ts';
import { issueUpload, saveAsCall, saveErrors } from './table-saves.ts';
import { countErrors, rollUpAll, seedVotingEvent, voteAsCall } from './table-votes.ts';

// npm run bench:table -- saves: the table's part of a crowd's saves, or `votes-photo`, `votes-event`, on the local table
// with its holds and limits. `--seconds 300` (10, of votes 60), `--hold 20`, and `--slower 4`, which stretches time for
// rates that one machine does not reach. The last line says what failed.

const loads = {
  saves: { perSecond: 80, slower: 1, p95: 300, tries: 2, items: 1, guests: 200 },
  'votes-photo': { perSecond: 200, slower: 2, p95: 1000, tries: 2, items: 1, guests: 200 },
  'votes-event': { perSecond: 1000, slower: 10, p95: 1000, tries: 2, items: 100, guests: 2000 },
} as const;
const [, , name = 'saves'] = process.argv;
const load = Object.entries(loads).find(([key]) => key === name)?.[1];
if (!load) throw new Error(`Not ${Object.keys(loads).join(', ')}: "${name}".`);

const holdMs = numberArgument('hold', 20);
const slower = numberArgument('slower', load.slower);
// An event is promised its votes for a minute.
const seconds = numberArgument('seconds', name === 'saves' ? 10 : 60);
/** What may be used of a partition's second. */
const SHARE = 0.8;
const clock = () => new Date(Date.now() / slower);

const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-table-'));
const server = fork('test/bench/table-server.ts', [dataDir, String(holdMs), String(slower)]);
try {
  const [endpoint] = (await once(server, 'message')) as [string];
  Object.assign(process.env, {
    TABLE_NAME: 'bench',
    PERSON_UPLOAD_LIMIT: '2000',
    // On one photo nobody votes twice: a minute of it takes more voters than an event has places.
    EVENT_PEOPLE_LIMIT: '50000',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  // Nobody votes twice on a photo, but everybody saves many.
  const voters = name === 'saves' ? 0 : Math.ceil((load.perSecond * seconds) / load.items);
  const guests = Math.max(load.guests, voters);
  const seeded = await seedVotingEvent({ items: load.items, guests });
  const rate = { perSecond: load.perSecond, seconds, slower };
  const total = rate.perSecond * seconds;
  const uploads: string[] = [];
  for (let at = 0; name === 'saves' && at < total; at += 1) uploads.push(await issueUpload(seeded, at));
  countTries();
  await fetch(`${endpoint}/meter`, { method: 'DELETE' });
  const measured = await runAtRate(rate, (at) =>
    name === 'saves'
      ? saveAsCall(seeded, { at, uploadId: uploads[at] ?? '' })
      : voteAsCall(seeded, at, clock()),
  );
  const meter = (await (await fetch(`${endpoint}/meter`)).json()) as MeterReport;
  let errors: Record<string, number>;
  if (name === 'saves') errors = { miscounted: await saveErrors(seeded, total + load.items) };
  else {
    await rollUpAll(seeded, clock);
    errors = await countErrors(seeded, total);
  }
  report(measured, { meter, errors });
} finally {
  server.send('close');
  await once(server, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

function report(
  { count, failed, tries, p50, p95, p99 }: Measured,
  { meter, errors }: { meter: MeterReport; errors: Record<string, number> },
): void {
  const [times, ms] = [tries.toFixed(2), [p50, p95, p99].map(Math.round).join('/')];
  console.log(`${name}: ${count} at ${load?.perSecond} a second, hold ${holdMs} ms, ${slower} times slower`);
  console.log(`  transactions sent for each ${times}, p50/p95/p99 ${ms} ms`);
  for (const [of, { read, write }] of Object.entries(meter.units)) {
    console.log(
      `  ${of}: ${(write / count).toFixed(2)} write and ${(read / count).toFixed(2)} read units each`,
    );
  }
  const hottest = meter.hottest.slice(0, 5);
  for (const { of, pk, kind, peakUnits } of hottest)
    console.log(
      `  ${Math.round((100 * peakUnits) / UNITS_PER_SECOND[kind])} % of a second's ${kind}s: ${of} ${pk}`,
    );
  const hot = hottest.filter(({ kind, peakUnits }) => peakUnits > SHARE * UNITS_PER_SECOND[kind]);
  const found = {
    failed,
    ...errors,
    'too many tries': Number(tries > (load?.tries ?? 0)),
    'too slow': Number(p95 > (load?.p95 ?? 0)),
    'too hot': hot.length,
    throttled: meter.throttled,
  };
  const wrong = Object.entries(found).filter(([, number]) => number > 0);
  console.log(`table: ${wrong.length === 0 ? 'failed 0' : wrong.map((each) => each.join(' ')).join(', ')}`);
  if (wrong.length > 0) process.exitCode = 1;
}
