import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MeterReport } from '../../infra/local/dynamodb/capacity-meter.ts';
import { METER_PATH } from '../../infra/local/dynamodb/start-table-proxy.ts';
import type { CallCounts } from '../../infra/local/lambda/limit-concurrency.ts';
import { treeBytes } from '../fixtures/processes.ts';

const program = fileURLToPath(new URL('./crowd-server.ts', import.meta.url));

/** What the system's process tells of itself. */
type Started = {
  readonly url: string;
  readonly tableEndpoint: string;
  readonly environment: Readonly<Record<string, string>>;
};

export type CrowdSystem = Started & {
  readonly dataDir: string;
  /** Calls of each function, as Lambda's metrics count them. */
  readonly functionCounts: () => Promise<Readonly<Record<string, CallCounts>>>;
  readonly meter: () => Promise<MeterReport>;
  readonly resetMeter: () => Promise<void>;
  /** Of all its processes together. */
  readonly memoryBytes: () => number;
  readonly close: () => Promise<void>;
};

/** Starts the local system in another process, with a folder of its own that goes with it. */
export async function startCrowdSystem({ holdMs }: { holdMs: number }): Promise<CrowdSystem> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-crowd-'));
  const child = fork(program, [dataDir, String(holdMs)]);
  const ended = once(child, 'exit');
  const told = async <T>(): Promise<T> => {
    const [message] = (await Promise.race([
      once(child, 'message'),
      ended.then(() => Promise.reject(new Error('The system has ended.'))),
    ])) as [T];
    return message;
  };
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  const started = await told<Started>().catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  const meter = started.tableEndpoint + METER_PATH;
  return {
    ...started,
    dataDir,
    async functionCounts() {
      const counts = told<Readonly<Record<string, CallCounts>>>();
      child.send('counts');
      return counts;
    },
    meter: async () => (await (await fetch(meter)).json()) as MeterReport,
    resetMeter: async () => void (await fetch(meter, { method: 'DELETE' })),
    memoryBytes: () => treeBytes(child.pid ?? 0),
    async close() {
      if (child.connected) child.send('close');
      await ended;
      removeFolder();
    },
  };
}
