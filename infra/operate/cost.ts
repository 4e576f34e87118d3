import { parseArgs } from 'node:util';
import { worstArchiveDay, worstArchiveDayOf } from '../cost/archive-costs.ts';
import { linesOf, totalOf, usageOf } from '../cost/estimate.ts';
import { serviceLimitsAt } from '../cost/service-limits.ts';
import { type EventProfile, typicalEvent } from '../cost/typical-event.ts';
import { fixedMonthlyCosts, oneTimeCost } from '../cost/fixed-monthly-costs.ts';
import { type PriceId, prices } from '../cost/prices.ts';
import { Instruction, readStage, type Stage } from '../stages/stages.ts';
import { runProgram } from './run-program.ts';

const wording: Readonly<Record<keyof EventProfile, string>> = {
  guests: 'guests',
  photos: 'photos',
  videos: 'videos',
  photoMb: 'MB a photo',
  videoMb: 'MB a video',
  visits: 'visits a guest',
  tilesSeen: 'tiles a visit',
  opened: 'opened a visit',
  votes: 'votes a guest',
  downloads: 'take a ZIP',
  months: 'months kept',
  hours: 'hours long',
};

const parameters = Object.keys(typicalEvent) as (keyof EventProfile)[];

/**
 * The event that the command line describes; what it does not give is as in {@link typicalEvent}.
 * @throws Instruction for a value that is not a valid number
 */
export function readEventProfile(
  given: Readonly<Record<string, string | boolean | undefined>>,
): EventProfile {
  const numbers = parameters.map((name) => {
    const text = given[name];
    const number = text === undefined ? typicalEvent[name] : Number(text);
    if (!Number.isFinite(number) || number < 0 || text === '' || (name === 'hours' && number === 0)) {
      throw new Instruction(`--${name} must be a number, and ${String(text)} is none that fits.`);
    }
    return [name, number] as const;
  });
  return Object.fromEntries(numbers) as EventProfile;
}

/** `npm run cost -- --guests 200`; also `--events` per month, `--stage`, and every field of a profile. */
async function main(): Promise<void> {
  const options = Object.fromEntries(parameters.map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({
    options: { ...options, events: { type: 'string' }, stage: { type: 'string' } },
  });
  const profile = readEventProfile(values);
  const events = Number(values['events'] ?? 20);
  if (!Number.isFinite(events) || events < 1) throw new Instruction('--events must be a number from 1 on.');
  const stage = readStage(values['stage'] ?? 'prod', '--stage prod');
  console.log(parameters.map((name) => `${profile[name]} ${wording[name]}`).join(', '));
  reportMoney({ profile, events, stage });
  for (const count of [1, 1000, 100_000]) reportLimits(count, serviceLimitsAt(count, { profile, stage }));
}

function reportMoney({
  profile,
  events,
  stage,
}: {
  profile: EventProfile;
  events: number;
  stage: Stage;
}): void {
  const usage = usageOf(profile);
  const single = linesOf(usage, 0);
  const month = linesOf(usage, events);
  const fixed = fixedMonthlyCosts(stage);
  const base = totalOf(fixed);
  console.log(`\n${cells(['', 'unit', 'price', 'as of', 'an event', 'USD', `${events} a month, USD`])}`);
  for (const [at, { id, amount, usd }] of single.entries()) {
    const { service, unit, usd: price, asOf } = prices[id];
    const monthly = month[at]?.usd ?? 0;
    console.log(cells([service, unit, compact(price), asOf, round(amount), money(usd), money(monthly)]));
  }
  for (const { what, usd, asOf } of fixed)
    console.log(cells([what, '', '', asOf, '', '', money(usd)], [50, 1, 1]));
  const once = oneTimeCost(stage);
  console.log(cells(['In all', '', '', '', '', money(totalOf(single)), money(totalOf(month) + base)]));
  if (once) console.log(`${once.what}: ${money(once.usd)} USD (${once.asOf}, ${once.source}).`);
  console.log('An event is counted without free units, a month with those that each account has for good.');
  console.log(
    'Where each price stands: infra/cost/prices.ts. Look again where the month is long ago, before a decision rests on it.',
  );
  console.log(`The dearest: ${dearest(single).join(', ')}.`);
  const day = worstArchiveDayOf(profile);
  console.log(
    `ZIPs of it, asked for as often as anybody likes: at most ${round(day.gigabytes)} GB written a day, ${money(day.usd)} USD; of any event that the day's cap holds for, ${money(worstArchiveDay.usd)} USD. What people download comes on top.`,
  );
}

function reportLimits(events: number, limits: ReturnType<typeof serviceLimitsAt>): void {
  const [first] = limits;
  console.log(`\n${events.toLocaleString('en')} events in their busiest minutes`);
  for (const { what, limit, needed, unit } of limits) {
    const share = `${((100 * needed) / limit).toFixed(needed / limit < 0.1 ? 1 : 0)} %`;
    console.log(`  ${share.padStart(10)}  ${what}: ${round(needed)} of ${round(limit)} ${unit}`);
  }
  if (first === undefined) return;
  const verb = first.needed > first.limit ? 'breaks' : 'would break';
  console.log(`  First ${verb}: ${first.what}. ${first.effect} To raise it: ${first.howToRaise}.`);
}

function dearest(lines: ReturnType<typeof linesOf>): string[] {
  const sorted = lines.toSorted((a, b) => b.usd - a.usd).slice(0, 3);
  return sorted.map(({ id, usd }) => `${nameOf(id)} ${((100 * usd) / totalOf(lines)).toFixed(0)} %`);
}

const nameOf = (id: PriceId): string => `${prices[id].service} ${prices[id].unit}`;

const columnWidths = [12, 24, 14, 9, 14, 10, 20];

function cells(texts: readonly string[], widths: readonly number[] = columnWidths): string {
  return texts
    .map((text, at) => (at < 2 ? text.padEnd(widths[at] ?? 0) : text.padStart(columnWidths[at] ?? 0)))
    .join(' ');
}

const compact = (usd: number): string => usd.toLocaleString('en', { maximumSignificantDigits: 6 });
const money = (usd: number): string => usd.toFixed(usd < 1 ? 4 : 2);
const round = (amount: number): string => amount.toLocaleString('en', { maximumSignificantDigits: 4 });

if (import.meta.main) await runProgram(main);
