import { rateLimitOf } from '../../functions/domain/rate-limits.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import { functions } from '../../functions/manifest/functions.ts';
import { workers } from '../../functions/manifest/workers.ts';
import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { MAX_FILE_BYTES } from '../../shared/values/file-limits.ts';
import { FLOOD_LIMIT } from '../edge/flood-limit.ts';
import { quotas } from '../quotas/quotas.ts';
import type { Stage } from '../stages/stages.ts';
import { linesOf, totalOf, usageOfOne } from './estimate.ts';
import { prices } from './prices.ts';
import { usdOfArchivePlaces } from './archive-costs.ts';
import { DAY_SECONDS, lineBytesADay } from './strangers-line.ts';
import { usdOfLiveUpdates } from './live-update-costs.ts';
import { unsavedFile, type WorstCall, worstCalls } from './worst-calls.ts';

/**
 * How often one address may call in a day, as the firewall counts it: a stranger's program opens TLS in as many ways as it
 * likes, and is then as many clients.
 */
export const firewallCallsADay = (FLOOD_LIMIT.ofAddress * DAY_SECONDS) / FLOOD_LIMIT.seconds;

/** Of what a stage has only so much in a day, whoever asks. */
type Supply = { calls: number; runSeconds: number; reads: number; writes: number; fileBytes: number };

/** What a stage and its account have in a day, for all who call it together. */
const supplyOf = ({ throttle }: Stage): Supply => ({
  calls: throttle.ratePerSecond * DAY_SECONDS,
  runSeconds: quotas.lambdaConcurrency.value * DAY_SECONDS,
  reads: quotas.tableReadUnits.value * DAY_SECONDS,
  writes: quotas.tableWriteUnits.value * DAY_SECONDS,
  fileBytes: lineBytesADay,
});

const supplyKinds = ['calls', 'runSeconds', 'reads', 'writes', 'fileBytes'] as const;

const needOf = (call: WorstCall): Supply => ({
  calls: 1,
  runSeconds: call.milliseconds / 1000,
  reads: call.reads,
  writes: call.writes,
  fileBytes: call.isAboutFile ? MAX_FILE_BYTES : 0,
});

/** How many requests of a kind the supply is enough for. */
const enoughFor = (need: Supply, supply: Supply): number =>
  Math.min(...supplyKinds.map((kind) => (need[kind] === 0 ? Infinity : supply[kind] / need[kind])));

/** One call, used up by one stranger for a day. */
export type WorstCallDay = {
  readonly id: string;
  /** `person`: one user; guests are as many as the stranger likes, and only the address has a limit. */
  readonly by: 'person' | 'address' | undefined;
  readonly requests: number;
  readonly usdPerRequest: number;
  readonly usd: number;
};

const isOpenToGuests = ({ trigger }: FunctionRow): boolean =>
  trigger.kind !== 'http' || trigger.endpoint.audience !== 'user';

/** What keeps one stranger from more requests of a call, before the stage's own ends. */
function ownLimit(row: FunctionRow): { by: WorstCallDay['by']; requests: number } {
  const limit = rateLimitOf(row.id);
  const firewall = { by: undefined, requests: firewallCallsADay };
  if (!limit || (limit.by === 'person' && isOpenToGuests(row))) return firewall;
  return { by: limit.by, requests: (limit.max * DAY_SECONDS) / limit.windowSeconds };
}

function usdOf(row: FunctionRow, { milliseconds, reads, writes, more }: WorstCall): number {
  const usage = usageOfOne({
    calls: [{ functionId: row.id, milliseconds }],
    units: { ...more, tableRead: reads, tableWrite: writes },
  });
  return totalOf(linesOf(usage, 0));
}

type Priced = { row: FunctionRow; call: WorstCall; usdPerRequest: number };

/** Every function that answers requests, at its worst. @throws Error for one that has no such row */
const priced: readonly Priced[] = functions.filter(answersRequests).map((row) => {
  const call = worstCalls[row.id];
  if (!call) throw new Error(`What ${row.id} takes at its worst is not in infra/cost/worst-calls.ts.`);
  return { row, call, usdPerRequest: usdOf(row, call) };
});

const dayOf = ({ row, call, usdPerRequest }: Priced, supply: Supply): WorstCallDay => {
  const own = ownLimit(row);
  const requests = Math.floor(Math.min(own.requests, enoughFor(needOf(call), supply)));
  return { id: row.id, by: own.by, requests, usdPerRequest, usd: requests * usdPerRequest };
};

/** What each call alone costs in a day if one stranger uses it up, the dearest first. */
export function worstCallDays(stage: Stage): WorstCallDay[] {
  const supply = { ...supplyOf(stage), calls: firewallCallsADay };
  return priced.map((one) => dayOf(one, supply)).toSorted((a, b) => b.usd - a.usd);
}

/** In how many portions a day's requests are given out, and how much of what is possible each portion is. */
const PORTIONS = 500;
const PORTION = 0.05;

/**
 * All calls together: portion by portion, requests of the call that costs most for what it takes of what is left. That is
 * near the worst mixture, if not exactly the worst. Source: Toyoda 1975, for knapsacks with several bounds.
 */
function usdOfCalls(supply: Supply): number {
  const left = { ...supply };
  const open = priced.map((one) => ({
    ...one,
    need: needOf(one.call),
    requests: ownLimit(one.row).requests,
  }));
  const worth = ({ need, usdPerRequest }: (typeof open)[number]): number =>
    usdPerRequest / supplyKinds.reduce((sum, kind) => sum + (need[kind] && need[kind] / left[kind]), 0);
  let usd = 0;
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    const possible = open.filter(({ requests }) => requests >= 1);
    const best = possible.reduce((a, b) => (worth(b) > worth(a) ? b : a));
    const taken = Math.min(best.requests, enoughFor(best.need, left) * PORTION);
    for (const kind of supplyKinds) left[kind] -= taken * best.need[kind];
    best.requests -= taken;
    usd += taken * best.usdPerRequest;
  }
  return usd;
}

/** All calls together, from so many addresses that only the stage itself is the limit. */
export const usdOfManyAddresses = (stage: Stage): number => usdOfCalls(supplyOf(stage));

/**
 * Each queue's worker with its places, and what these cost in a day if all are busy: their time. What they write is counted
 * with the call that has it written, except for ZIPs, of which one call asks for any amount.
 */
export const workerDays = workers.flatMap(({ id, trigger, memoryMb }) => {
  const places = trigger.kind === 'queue' ? (trigger.maxConcurrency ?? 0) : 0;
  const usd =
    id === 'build-archive'
      ? usdOfArchivePlaces(places, DAY_SECONDS)
      : places * (memoryMb / 1024) * DAY_SECONDS * prices.functionTime.usd;
  return places === 0 ? [] : [{ id, places, usd }];
});

/** Files that one line can send in a day and nobody saves: US dollars. */
export const usdOfUnsaved: number =
  (lineBytesADay / MAX_FILE_BYTES) * totalOf(linesOf(usageOfOne({ units: unsavedFile }), 0));

/**
 * Tiny files to one URL over and over, as fast as the store takes them below a prefix, until there is a new URL: each is a PUT,
 * S3's message and a fifth of a request for its delivery, ten at a time. Looks and deletions are so few that they are left out.
 */
export const usdOfTinyFiles: number =
  quotas.objectWrites.value * DAY_SECONDS * (prices.objectPut.usd + 1.2 * prices.queueRequest.usd);

/** What the files cost that one line can fetch. */
const usdOfFetching = (): number =>
  (lineBytesADay / 1e9) * Math.max(prices.edgeTransfer.usd, prices.objectTransfer.usd);

/** All requests of one address that the firewall lets through, each for a tiny file that the edge does not have. */
export const usdOfEdgeRequests: number =
  ((FLOOD_LIMIT.ofEverything * DAY_SECONDS) / FLOOD_LIMIT.seconds) *
  (prices.edgeRequest.usd + prices.edgeFunction.usd + prices.firewallRequest.usd + prices.objectGet.usd);

/**
 * What the firewall refuses, as much of it as the edge takes: the firewall's look at it. CloudFront charges nothing for it. Source:
 * AWS, "Amazon CloudFront no longer charges for requests blocked by AWS WAF" (2024-10).
 */
export const usdOfRefused: number = quotas.edgeRequests.value * DAY_SECONDS * prices.firewallRequest.usd;

/** The worst day by one stranger, part by part, in US dollars. */
export function worstDay(stage: Stage): readonly { readonly what: string; readonly usd: number }[] {
  return [
    {
      what: 'the dearest calls that all these limits let through',
      usd: usdOfCalls({ ...supplyOf(stage), calls: firewallCallsADay }),
    },
    { what: 'workers, all places busy', usd: workerDays.reduce((sum, { usd }) => sum + usd, 0) },
    { what: 'tiny files sent as fast as the store takes them', usd: usdOfTinyFiles },
    { what: 'files fetched as fast as the line is', usd: usdOfFetching() },
    { what: 'requests for files, as many as the firewall lets through', usd: usdOfEdgeRequests },
    { what: 'live updates told to as many subscriptions as an address gets', usd: usdOfLiveUpdates() },
    { what: 'requests that the firewall refuses, as many as the edge takes', usd: usdOfRefused },
  ];
}
