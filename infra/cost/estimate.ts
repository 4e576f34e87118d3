import { functions } from '../../functions/manifest/functions.ts';
import { type Activity, activities, type Run } from './activities.ts';
import { type EventProfile, sizesOf } from './typical-event.ts';
import { type PriceId, prices } from './prices.ts';

/** Amounts in the units of the price list. */
export type Usage = Readonly<Record<PriceId, number>>;

export type Line = {
  readonly id: PriceId;
  readonly amount: number;
  readonly usd: number;
};

/** Bytes that each run writes to the logs. */
const logBytesPerRun = 900;
const tracedShare = 0.05;
/** An item's row with its index entries; below, the row of a vote or a person. */
const itemRowBytes = 6000;
const smallRowBytes = 700;

const nothing = () => Object.fromEntries(Object.keys(prices).map((id) => [id, 0])) as Record<PriceId, number>;

/** What something uses that is done once. */
export function usageOfOne(activity: ActivityUse): Usage {
  const usage = usageOfActivity(activity, 1);
  return { ...usage, firewallRequest: usage.edgeRequest };
}

/** What one event uses from its first guest to the end of its last month. */
export function usageOf(profile: EventProfile): Usage {
  const usage = nothing();
  for (const activity of activities) addActivity(usage, activity, activity.times(profile));
  addStorage(usage, profile);
  // Every request to the edge passes the firewall.
  usage.firewallRequest = usage.edgeRequest;
  return usage;
}

/** What one activity uses by itself. */
export function usageOfActivity(activity: ActivityUse, times: number): Usage {
  const usage = nothing();
  addActivity(usage, activity, times);
  return usage;
}

type ActivityUse = Pick<Activity, 'calls' | 'work' | 'units'>;

function addActivity(usage: Record<PriceId, number>, activity: ActivityUse, times: number): void {
  const calls = activity.calls ?? [];
  const runs = [...calls, ...(activity.work ?? [])];
  const runsInAll = runs.length * times;
  usage.gatewayCall += calls.length * times;
  usage.edgeRequest += calls.length * times;
  usage.edgeFunction += calls.length * times;
  usage.functionCall += runsInAll;
  usage.functionTime += times * runs.reduce((sum, run) => sum + gigabyteSeconds(run), 0);
  usage.logs += (runsInAll * logBytesPerRun) / 1e9;
  usage.trace += runsInAll * tracedShare;
  for (const [id, each] of Object.entries(activity.units ?? {})) usage[id as PriceId] += each * times;
}

/** @throws Error if the manifest has no such function */
function gigabyteSeconds({ functionId, milliseconds }: Run): number {
  const row = functions.find(({ id }) => id === functionId);
  if (row === undefined) throw new Error(`No function is called ${functionId}.`);
  return (row.memoryMb / 1024) * (milliseconds / 1000);
}

function addStorage(usage: Record<PriceId, number>, profile: EventProfile): void {
  const { originalsGb, renditionsGb } = sizesOf(profile);
  const rows =
    (profile.photos + profile.videos) * itemRowBytes + profile.guests * (profile.votes + 2) * smallRowBytes;
  usage.objectStorage += (originalsGb + renditionsGb) * profile.months;
  usage.tableStorage += (rows / 1e9) * profile.months;
  usage.tableBackup += (rows / 1e9) * profile.months;
  // Straight from the bucket: clean copies, which all but the owner get, are about as large as originals.
  usage.objectTransfer += profile.downloads * originalsGb;
}

/**
 * What the usage costs.
 * @param events how many such events share a month's free units; 0 leaves free units out
 */
export function linesOf(usage: Usage, events: number): Line[] {
  return (Object.keys(prices) as PriceId[]).map((id) => {
    const { usd, ...price } = prices[id];
    const free = events > 0 && 'freeEachMonth' in price ? price.freeEachMonth : 0;
    const amount = usage[id] * Math.max(1, events);
    return { id, amount, usd: Math.max(0, amount - free) * usd };
  });
}

export const totalOf = (lines: readonly { usd: number }[]): number =>
  lines.reduce((sum, { usd }) => sum + usd, 0);
