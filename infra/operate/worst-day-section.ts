import { worstCalls } from '../cost/worst-calls.ts';
import { LINE_BITS_PER_SECOND } from '../cost/strangers-line.ts';
import { worstCallDays, worstDay } from '../cost/worst-day.ts';
import type { Stage } from '../stages/stages.ts';
import { protectiveLimits } from './protective-limits-section.ts';
import { unlimitedCalls } from './unlimited-calls.ts';

const usd = (value: number | undefined): string =>
  value === undefined ? '–' : value.toLocaleString('en-US', { maximumSignificantDigits: 2 });
const whole = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

/** Calls that cost less than this in their worst day are not told one by one. */
const WORTH_TELLING_USD = 500;

/**
 * The part of docs/limits.md that says what one stranger can cost in a day, as paragraphs and tables.
 * @param table makes a table of its head and its rows
 */
export function worstDaySection(
  stage: Stage,
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string[] {
  const days = worstCallDays(stage);
  const dear = days.filter((day) => day.by === undefined && day.usd >= WORTH_TELLING_USD);
  const parts = worstDay(stage);
  return [
    '## What one stranger can cost',
    `In US dollars for one day, at the prices of the cost model without free units, for somebody who does nothing else: from one address, on a line of ${LINE_BITS_PER_SECOND / 1e9} Gbit/s, with one account and as many guests as they like. What a request takes at its worst is in \`infra/cost/worst-calls.ts\`: of the table as a test measures it of the call itself, or where that is said to be estimated as [table.md](table.md) adds up. A person is who proved to be one, over all events; an address is an IPv4 address, or the /64 of an IPv6 one. Where a dash stands, a limit bounds what others in the table cost, or costs nothing by itself.`,
    table(
      ['limit', 'value', 'protects', 'used up for a day'],
      protectiveLimits(stage).map((limit) => [limit.what, limit.value, limit.protects, usd(limit.usd)]),
    ),
    'Every other call that writes is in the table. These have no limit of their own:',
    unlimitedCalls
      .map(({ calls, why }) => `- ${calls.map((id) => `\`${id}\``).join(', ')}: ${why}`)
      .join(';\n')
      .concat('.'),
    `Guests cost nothing to make but a request and, above a pace, a little work, so a stranger who makes many gets around what is counted by person; then only the firewall counts. These are the calls that nothing else bounds, each as if it alone were made all day, until the firewall, the table or the Lambdas at once are the limit. What undoes something, such as withdrawing a vote or ending a session, is counted with what made it. The other calls cost less than ${WORTH_TELLING_USD} each.`,
    table(
      ['call', 'units of the table', 'requests a day', 'a million costs', 'a day costs'],
      dear.map((day) => [
        `\`${day.id}\``,
        worstCalls[day.id]?.isEstimate ? 'estimated' : 'measured',
        whole(day.requests),
        usd(day.usdPerRequest * 1e6),
        usd(day.usd),
      ]),
    ),
    `The worst day: ${parts.map((part) => `${part.what}, ${usd(part.usd)}`).join('; ')}. In all ${usd(parts.reduce((sum, part) => sum + part.usd, 0))} US dollars. The alarm \`edge-failing-or-flooded\` tells somebody within twenty minutes of live updates, of requests that the firewall refuses, and of more calls or requests than one address is let through. Of what stays below that the stage's budget does, when a month comes to ${whole(stage.monthlyBudgetUsd)}, at which AWS looks two or three times a day.`,
  ];
}
