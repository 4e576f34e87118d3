import { type CrowdLimit, eventLimits, stageLimits } from '../cost/crowd-limits.ts';
import { phases, type Habit } from '../cost/crowd.ts';
import { comparedUnits, type MeasuredCrowd, measuredCrowd } from '../cost/measured-crowd.ts';
import { type Month, monthOf, PEAK_HOUR_SHARE } from '../cost/months.ts';
import { PEAK_FACTOR, type ServiceLimit } from '../cost/service-limits.ts';
import { typicalEvent } from '../cost/typical-event.ts';
import { stages } from '../stages/stages.ts';
import { sizeLimits } from './size-limits-section.ts';
import { worstDaySection } from './worst-day-section.ts';

const EVENTS_A_MONTH = [10, 1000, 100_000];
/** How many limits of a month are named in its column. */
const WORST = 2;

const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const rough = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 2 });
const inWords = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});
const percent = ({ needed, limit }: ServiceLimit): string =>
  needed > limit ? `${rough(needed / limit)} times` : `${rough((100 * needed) / limit)} %`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

function often(perMinute: number): string {
  if (perMinute < 1) return `once in ${whole(1 / perMinute)} minutes`;
  return perMinute === 1 ? 'once a minute' : `${whole(perMinute)} times a minute`;
}

const LINE = 130;

/** A paragraph or a list in lines; tables stay as they are, and code in one piece. */
function wrapped(part: string): string {
  if (part.startsWith('|') || part.startsWith('#') || part.startsWith('<!--')) return part;
  return part.split('\n').map(wrappedLine).join('\n');
}

function wrappedLine(line: string): string {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  for (const word of line.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : indent + word);
  }
  return lines.join('\n');
}

const habitText = ({ what, perMinute }: Habit): string => `${what} (${often(perMinute)})`;

const behaviour = (): string =>
  phases.map(({ name, habits }) => `- ${name}: ${habits.map(habitText).join('; ')}`).join('\n');

const limitsTable = (limits: readonly CrowdLimit[]): string =>
  table(
    ['what', 'takes', 'met at guests', 'when', 'then'],
    limits.map(({ what, limit, unit, guests, by, effect }) => [
      what,
      `${whole(limit)} ${unit}`,
      guests === undefined ? '–' : rough(guests),
      by || '–',
      effect,
    ]),
  );

const isPassed = ({ needed, limit }: ServiceLimit): boolean => needed > limit;

const told = (limits: readonly ServiceLimit[]): string =>
  limits.map((limit) => `${limit.what} (${percent(limit)})`).join(', ') || 'none';

function monthsTable(months: readonly Month[]): string {
  const row = (what: string, each: (month: Month) => number): string[] => [
    what,
    ...months.map((month) => inWords.format(each(month))),
  ];
  return table(
    ['', ...months.map(({ events }) => `${whole(events)} events a month`)],
    [
      row('calls', ({ usage }) => usage.gatewayCall),
      row("the edge's requests", ({ usage }) => usage.edgeRequest),
      row('read units of the table', ({ usage }) => usage.tableRead),
      row('write units of the table', ({ usage }) => usage.tableWrite),
      row('runs of Lambdas', ({ usage }) => usage.functionCall),
      row('their GB-seconds', ({ usage }) => usage.functionTime),
      row("the queues' requests", ({ usage }) => usage.queueRequest),
      row('GB of files', ({ usage }) => usage.objectStorage),
      row('GB of the table', ({ usage }) => usage.tableStorage),
      row('events in the busiest hour', ({ eventsAtOnce }) => eventsAtOnce),
      row('limits passed then', ({ limits }) => limits.filter(isPassed).length),
      ['by most', ...months.map((month) => told(month.limits.filter(isPassed).slice(0, WORST)))],
      [
        'nearest of the others',
        ...months.map(({ limits }) => told(limits.filter((limit) => !isPassed(limit)).slice(0, WORST))),
      ],
    ],
  );
}

function effects(months: readonly Month[]): string {
  const passed = months.flatMap(({ limits }) => limits.filter(isPassed));
  const byName = new Map(passed.map((limit) => [limit.what, limit]));
  return [...byName.values()]
    .map(({ what, effect, howToRaise }) => `- ${what}: ${effect} To raise it: ${howToRaise}.`)
    .join('\n');
}

const KINDS = ['writes', 'indexes', 'reads'] as const;

function measuredText(crowd: MeasuredCrowd): string[] {
  const compared = comparedUnits(crowd);
  if (compared.length === 0) return [];
  return [
    `## Measured`,
    `\`npm run bench:crowd\` with ${whole(crowd.guests)} guests, ${crowd.asOf}. Units of one run: writes to the table, writes to its indexes, and reads. The model's are recorded of a run with nobody else there; a vote's depend on whether it is rolled up at once. What was overtaken fails on its condition, is paid for, and is tried again; what a conflict takes is not counted ([doubles.md](doubles.md)).`,
    table(
      ['run', 'counted', ...KINDS.flatMap((kind) => [kind, 'in the model'])],
      compared.map(({ run, measured, model }) => [
        `\`${run}\``,
        whole(measured.count),
        ...KINDS.flatMap((kind) => [
          whole(measured[kind]),
          [...new Set(model.map((taken) => whole(taken[kind])))].join(' to '),
        ]),
      ]),
    ),
  ];
}

/** docs/limits.md. Every number is the code's. @param crowd what was measured, if anything was */
export function limitsDocument(crowd: MeasuredCrowd = measuredCrowd): string {
  const stage = stages.prod;
  const months = EVENTS_A_MONTH.map((events) => monthOf(events, stage));
  const { guests, photos, videos, hours, months: kept } = typicalEvent;
  return `${[
    '<!-- `npm run limits` writes this page from the code. Change the code, not the page. -->',
    '# What the limits are, and who meets them',
    "For the stage prod. AWS's own numbers, each with its document, are in `infra/quotas/quotas.ts`; they are the defaults of an account. What a crowd does is in `infra/cost/crowd.ts`, and what each call takes of the table is in `infra/cost/table-units.json`, recorded by a test that makes the call. A crowd is so many guests at once, in one of these phases:",
    behaviour(),
    'Times of Lambdas and sizes of pictures are those of the cost model ([cost.md](cost.md)). A limit stands at the smallest crowd that meets it in any phase. The crowd is a model: it says which limit comes first and roughly when, not to the guest. Of a page that all ask for each process reads every few seconds what the others get ([115](decisions/115-pages-that-many-ask-for.md)); scrolling is counted as if every guest stood somewhere else.',
    '## One event',
    limitsTable(eventLimits(stage)),
    'Slower, then 503: what a partition cannot take it throttles. The function tries again with growing, random pauses, and if that does not help in time the call is answered 503 with `Retry-After`; the app tries again. DynamoDB splits a partition that stays hot after minutes, which is not counted on here: the newest items are all in one place.',
    '## A stage',
    'Guests of all its events together. Where a dash stands, the limit is a size or a time that no crowd changes. A new account runs far fewer Lambdas at once than the default.',
    limitsTable([...stageLimits(stage), ...sizeLimits]),
    'No limit that a crowd meets loses what was acknowledged: work waits in queues, and callers are refused and try again.',
    '## Months',
    `Events of ${whole(guests)} guests with ${whole(photos)} photos and ${whole(videos)} videos in ${whole(hours)} hours, kept for ${whole(kept)} months, as the cost model has them. The busiest hour has ${whole(100 * PEAK_HOUR_SHARE)} % of a month's events, all at ${whole(PEAK_FACTOR)} times their average. Storage is what lies there once as many events are removed as come.`,
    monthsTable(months),
    'What people notice where one of these limits is passed, and what lifts it:',
    effects(months),
    ...worstDaySection(stage, table),
    ...measuredText(crowd),
  ]
    .map(wrapped)
    .join('\n\n')}\n`;
}
