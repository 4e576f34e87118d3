import { expect, it } from 'vitest';
import { rateLimitOf } from '../../../functions/domain/rate-limits.ts';
import { endpoints } from '../../../functions/manifest/calls.ts';
import { tableUnits } from '../../../infra/cost/crowd.ts';
import { measuredCrowd } from '../../../infra/cost/measured-crowd.ts';
import { worstCalls } from '../../../infra/cost/worst-calls.ts';
import { toldSubscriptions, usdOfLiveUpdates } from '../../../infra/cost/live-update-costs.ts';
import { usdOfEdgeRequests, usdOfRefused, usdOfTinyFiles, worstDay } from '../../../infra/cost/worst-day.ts';
import { limitsDocument } from '../../../infra/operate/limits-document.ts';
import { unlimitedCalls } from '../../../infra/operate/unlimited-calls.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { document, repositoryPaths, section, tableRows } from '../../fixtures/documents.ts';

const text = limitsDocument();

it('docs/limits.md is what `npm run limits` writes', () => {
  expect(document('docs/limits.md')).toBe(text);
});

it('names a crowd or says that none meets it, and what then happens, at every limit', () => {
  for (const heading of ['One event', 'A stage']) {
    const rows = tableRows(section(text, heading));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter((row) => row.length !== 5 || row.includes(''))).toEqual([]);
    expect(rows.filter(([, , guests = '']) => !/^(?:–|[\d,]+)$/.test(guests))).toEqual([]);
  }
});

it('says of every limit what it protects, and of every call what it costs to use it up', () => {
  const [limits = [], calls = []] = section(text, 'What one stranger can cost')
    .split('Guests cost nothing')
    .map(tableRows);
  expect(limits.filter((row) => row.length !== 4 || row.includes(''))).toEqual([]);
  const limited = endpoints.map(({ id }) => id).filter(rateLimitOf);
  expect(limits.map(([what]) => what)).toEqual(expect.arrayContaining(limited.map((id) => `\`${id}\``)));
  const total = Number(/In all ([\d,]+) US dollars/.exec(text)?.[1]?.replace(',', ''));
  const dearest = Math.max(...calls.map(([, , , , usd]) => Number(usd?.replace(',', ''))));
  expect(dearest).toBeGreaterThan(100);
  expect(total).toBeGreaterThan(dearest);
});

it('has in the worst day what is paid by message and by request, too', () => {
  expect(worstDay(stages.prod).reduce((sum, { usd }) => sum + usd, 0)).toBeGreaterThan(
    usdOfLiveUpdates() + usdOfEdgeRequests + usdOfRefused + usdOfTinyFiles,
  );
  // 18,500 subscriptions, each told two and a half times a second, are 4,000 dollars; the rest are full messages.
  expect(toldSubscriptions()).toBe(18_500);
  expect(usdOfLiveUpdates()).toBeGreaterThan((18_500 * 2.5 * 86_400) / 1e6);
});

it('names every call that has no limit of its own, with the reason', () => {
  const unlimited = endpoints.map(({ id }) => id).filter((id) => !rateLimitOf(id));
  expect(unlimitedCalls.flatMap(({ calls }) => calls).toSorted()).toEqual(unlimited.toSorted());
});

it('lets no call without a limit write for whoever asks', () => {
  const changing = endpoints.filter(({ id, method }) => !rateLimitOf(id) && method !== 'GET');
  expect(changing.map(({ id }) => id).toSorted()).toEqual([
    'create-guest',
    'publish-object',
    'stripe-webhook',
    'unsubscribe-push',
  ]);
});

/** What counts a limit or is a part of another, and is none by itself. */
const partsOfLimits = new Set(['PACE_SHARDS', 'REMOVE_UNSAVED_MINUTES', 'UNUSED']);

it('has a row for every limit that the code has', () => {
  const places = ['infra/operate/amount-limits-section.ts', 'infra/operate/protective-limits-section.ts']
    .map(document)
    .join();
  const files = [...repositoryPaths].filter((file) =>
    /^functions\/[\w/]+\/[\w-]*(?:limits?|pace|pauses?|budget|unsaved-uploads)\.ts$/.test(file),
  );
  const limits = files.flatMap((file) =>
    [...document(file).matchAll(/^export const ([A-Z][A-Z_]+)\b/gm)].map(([, name = '']) => name),
  );
  expect(limits.length).toBeGreaterThan(12);
  expect(limits.filter((name) => !places.includes(name) && !partsOfLimits.has(name))).toEqual([]);
});

// Nothing can be undone more often than it was done, so the worst day would be led by what cannot happen.
it.each([
  ['delete-sessions', 'login-callback'],
  ['withdraw-vote', 'cast-vote'],
  ['remove-idle-people', 'cast-vote'],
  ['delete-media', 'save-media'],
  ['delete-guest', 'create-guest'],
  ['delete-event', 'create-event'],
])('what %s writes is counted with %s', (undoes, makes) => {
  expect(worstCalls[undoes]?.writes).toBeLessThanOrEqual(1);
  expect(worstCalls[makes]?.writes).toBeGreaterThan(1);
});

// Recorded of a single run: at its worst a call takes no less.
it.each(Object.entries(tableUnits).filter(([run]) => worstCalls[run.split(/,? /)[0] ?? '']))(
  'what %s takes of the table is in what it takes at its worst',
  (run, partitions) => {
    const worst = worstCalls[run.split(/,? /)[0] ?? ''];
    const sum = (kind: 'read' | 'write'): number =>
      Object.values(partitions).reduce((total, units) => total + (units[kind] ?? 0), 0);
    expect(sum('read')).toBeLessThanOrEqual(worst?.reads ?? 0);
    expect(sum('write')).toBeLessThanOrEqual(worst?.writes ?? 0);
  },
);

it('has three months, from few events to many', () => {
  const rows = tableRows(section(text, 'Months'));
  const passed = rows.find(([what]) => what === 'limits passed then') ?? [];
  expect(passed[1]).toBe('0');
  expect(Number(passed[3])).toBeGreaterThan(Number(passed[2]));
});

it('shows what a crowd took beside the model, once it was measured', () => {
  expect(text.includes('## Measured')).toBe(Object.keys(measuredCrowd.calls).length > 0);
  const calls = {
    'get-event': { count: 9000, writes: 0, indexes: 0, reads: 11.5 },
    'cast-vote': { count: 100, writes: 8.2, indexes: 6, reads: 7 },
  };
  const rows = tableRows(section(limitsDocument({ asOf: '2026-11-24', guests: 2000, calls }), 'Measured'));
  expect(rows[0]).toEqual(['`get-event`', '9,000', '0', '0', '0', '0', '11.5', '4']);
  expect(rows[1]?.[3]).toMatch(/^\d+ to \d+$/);
});
