import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBuilt } from '../../infra/build/ensure-built.ts';
import { steadyPort } from '../fixtures/steady-port.ts';
import { numberArgument } from './argument.ts';
import { checkFaults } from './faults-check.ts';
import { countFates, createLedger, type Finding, type Ledger } from './faults-ledger.ts';
import { type Keeper, keepKilling } from './faults-keeper.ts';
import { gatherPeople, takePart } from './faults-people.ts';
import { startFaultySystem, type FaultySystem, type RunningSystem } from './faults-processes.ts';
import { takeFaultsSnapshot } from './faults-snapshot.ts';
import { settle } from './faults-waiting.ts';

// npm run bench:faults: guests and hosts at work while everything is killed, cut off and throttled; afterwards whatever
// they were told must be true exactly once. `--seconds 300 --seed 1 --guests 18`, and longer where `--uploads 500` are not
// acknowledged by then. Linux only.

const seconds = numberArgument('seconds', 60);
const uploads = numberArgument('uploads', 1);
const seed = numberArgument('seed', 1);
const guestCount = numberArgument('guests', 18);
/** How many requests to the table, to the store and at the edge fail. */
const TROUBLE_RATE = 0.01;
/** Looks at what seems wrong, a second apart, before it counts. */
const LOOKS = 5;

await ensureBuilt();
const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-faults-'));
const port = await steadyPort();
const system = (rate: number): FaultySystem => ({ port, dataDir, trouble: { rate, seed: 1000 * seed } });
const ledger = createLedger();
const quiet = () => startFaultySystem(system(0));
let running: RunningSystem | undefined;
try {
  running = await startFaultySystem({ ...system(TROUBLE_RATE), isWellAtFirst: true });
  const over = new AbortController();
  const people = await gatherPeople(`http://localhost:${port}`, {
    ledger,
    over: over.signal,
    seed,
    guestCount,
  });
  running.beginTrouble();
  const keeper = keepKilling(system(TROUBLE_RATE), { first: running, seed: 1000 * seed + 7 });
  const parts = people.map(takePart);
  await pause(seconds * 1000);
  while (ledger.items.filter(({ made }) => made === 'done').length < uploads) await pause(100);
  over.abort();
  await keeper.finish();
  await Promise.all(parts);
  const settled = await settle(dataDir, quiet);
  ({ running } = settled);
  const findings = await look(running);
  await running.stop();
  report(findings, { keeper, redriven: settled.redriven });
  if (findings.length === 0) rmSync(dataDir, { recursive: true, force: true });
} finally {
  running?.kill('tree');
}

/** What is wrong only until a last change has reached an index is not wrong. */
async function look({ environment }: RunningSystem): Promise<Finding[]> {
  for (let left = LOOKS; ; left -= 1) {
    const findings = checkFaults(ledger, await takeFaultsSnapshot(environment, dataDir));
    if (findings.length === 0 || left === 0) return findings;
    await pause(1000);
  }
}

function report(
  findings: readonly Finding[],
  { keeper, redriven }: { keeper: Keeper; redriven: readonly string[] },
): void {
  const { events, items, votes, payments, downloads }: Ledger = ledger;
  const kills = Object.entries(keeper.kills).map(([victim, times]) => `${victim} ${times}`);
  console.log(`faults: ${seconds} seconds, ${uploads} uploads, seed ${seed}`);
  console.log(`  killed: ${kills.join(', ')}; ended by itself ${keeper.endings()}`);
  console.log(
    `  dead letters after the kills, sent back: ${[redriven.length, ...new Set(redriven)].join(' ')}`,
  );
  for (const [name, things] of Object.entries({ uploads: items, votes, payments, events }))
    console.log(`  ${name}: ${countFates(things)}`);
  console.log(`  downloads: ${downloads.items} originals, ${downloads.archives} ZIPs`);
  for (const { kind, what, history = [] } of findings)
    console.log([`${kind}: ${what}`, ...history].join('\n    '));
  if (findings.length > 0) console.log(`  what was there, with its logs: ${dataDir}`);
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  console.log(`faults: lost ${count('lost')}, doubled ${count('doubled')}, left over ${count('left over')}`);
  if (findings.length > 0) process.exitCode = 1;
}
