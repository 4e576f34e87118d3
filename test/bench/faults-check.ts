import { fileNamesOf } from '../../functions/domain/rendition-names.ts';
import { kindOfRow } from '../../functions/table/keys.ts';
import { parseMedia } from '../../functions/table/media-row.ts';
import { originalKey, renditionFolder } from '../../functions/storage/object-keys.ts';
import { type Finding, isGone, isThere, type Ledger, type Thing } from './faults-ledger.ts';
import { checkCounts } from './faults-check-counts.ts';
import { checkMoney } from './faults-check-money.ts';
import type { Row, Snapshot } from './faults-snapshot.ts';

/** Compares what people were told with what there is. @returns whatever is not true exactly once */
export function checkFaults(ledger: Ledger, snapshot: Snapshot): Finding[] {
  const findings = [
    ...ledger.findings,
    ...checkEvents(ledger, snapshot),
    ...checkItems(ledger, snapshot),
    ...checkObjects(ledger, snapshot),
    ...checkVotes(ledger, snapshot),
    ...checkCounts(snapshot),
    ...checkMoney(ledger, snapshot),
    ...snapshot.messages.map(({ queue, id, body }): Finding => ({
      kind: 'left over',
      what: `message ${id} in ${queue}: ${body}`,
    })),
  ];
  return findings.map((finding) => ({ history: historyOf(finding, ledger), ...finding }));
}

/** The stories of the events and items that a finding names. */
function historyOf({ what }: Finding, { events, items }: Ledger): string[] {
  const ids = new Set(what.match(/\b(?:evt|med)_[a-z2-7]{26}/g));
  return [...events, ...items]
    .filter(({ id }) => id !== undefined && ids.has(id))
    .flatMap(({ id, name, history }) => [`${name} (${id})`, ...history]);
}

export const rowsOf = ({ rows }: Snapshot, kind: string): Row[] =>
  rows.filter((row) => kindOfRow(row) === kind);

const nameOf = (row: Row): string => `${row['pk']} / ${row['sk']}`;

/** By the story of one thing: whether what was found of it may be so. `id` is what an answer told. */
function compare(thing: Thing, found: readonly Row[], mayBeMissing = false): Finding[] {
  const { name, id, history } = thing;
  const about = (kind: Finding['kind'], what: string): Finding => ({
    kind,
    what: `${name} (${id ?? 'no id told'}): ${what}`,
    history,
  });
  const findings: Finding[] = [];
  if (found.length > 1) findings.push(about('doubled', found.map(nameOf).join(', ')));
  if (isGone(thing) && found.length > 0) findings.push(about('left over', found.map(nameOf).join(', ')));
  if (isThere(thing) && !mayBeMissing && !found.some((row) => id === undefined || row['id'] === id))
    findings.push(about('lost', 'there is no row'));
  return findings;
}

/** Things against rows; rows that nobody asked for are left over. */
function compareAll<T extends Thing>(
  things: readonly T[],
  { rows, keyOf, nameOfThing, mayBeMissing }: Comparison<T>,
): Finding[] {
  const groups = Map.groupBy(rows, keyOf);
  const findings = things.flatMap((thing) => {
    const key = nameOfThing(thing);
    const found = groups.get(key) ?? [];
    groups.delete(key);
    return compare(thing, found, mayBeMissing?.(thing));
  });
  const unknown = [...groups.values()].flat();
  return [
    ...findings,
    ...unknown.map((row): Finding => ({ kind: 'left over', what: `${nameOf(row)}: nobody asked for it` })),
  ];
}

type Comparison<T> = {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOfThing: (thing: T) => string;
  readonly mayBeMissing?: (thing: T) => boolean;
};

function checkEvents({ events }: Ledger, snapshot: Snapshot): Finding[] {
  const rows = rowsOf(snapshot, 'EVENT');
  const present = new Set(rows.map(({ id }) => id));
  const orphans = snapshot.rows.filter(({ pk, sk }) => {
    const [, eventId] = /(?:^EVENT#|\/OWNS#)(evt_[a-z2-7]+)/.exec(`${pk}/${sk}`) ?? [];
    return eventId !== undefined && sk !== 'EVENT' && !pk.endsWith('#PAYMENTS') && !present.has(eventId);
  });
  return [
    ...compareAll(events, { rows, keyOf: ({ name }) => name, nameOfThing: ({ name }) => name }),
    ...rows
      .filter(({ deletedAt }) => deletedAt !== undefined)
      .map((row): Finding => ({ kind: 'left over', what: `${nameOf(row)}: being deleted` })),
    ...orphans.map((row): Finding => ({ kind: 'left over', what: `${nameOf(row)}: its event is gone` })),
  ];
}

function checkItems({ items }: Ledger, snapshot: Snapshot): Finding[] {
  const rows = rowsOf(snapshot, 'MEDIA');
  const present = new Set(rowsOf(snapshot, 'EVENT').map(({ id }) => id));
  return [
    ...compareAll(items, {
      rows,
      keyOf: ({ originalName }) => originalName,
      nameOfThing: ({ name }) => name,
      mayBeMissing: ({ event }) => event.removed !== 'unasked' && !present.has(event.id),
    }),
    ...rows
      .filter(({ eventId }) => !present.has(eventId))
      .map((row): Finding => ({ kind: 'left over', what: `${nameOf(row)}: its event is gone` })),
    ...rows
      .filter(({ state }) => state !== 'ready')
      .map((row): Finding => ({ kind: 'lost', what: `${nameOf(row)}: it is ${row['state']}` })),
  ];
}

/**
 * Each item has its original, byte for byte, and the renditions that its row names. Legitimate besides: files below
 * `incoming/`, saved or not, which are removed within a day, and ZIPs of events that are there, after a day.
 */
function checkObjects({ items }: Ledger, snapshot: Snapshot): Finding[] {
  const byName = new Map(items.map((item) => [item.name, item]));
  const present = new Set(rowsOf(snapshot, 'EVENT').map(({ id }) => id));
  const left = new Map(snapshot.objects.map((object) => [object.key, object]));
  const findings: Finding[] = [];
  for (const row of rowsOf(snapshot, 'MEDIA')) {
    const media = parseMedia(row);
    const { place } = media;
    const item = byName.get(media.originalName);
    const original = left.get(originalKey(media));
    if (item && original?.eTag !== item.md5)
      findings.push({ kind: 'lost', what: `original of ${media.id}`, history: item.history });
    const renditions =
      place && media.facts
        ? fileNamesOf(media.facts).map((name) => renditionFolder(media, place) + name)
        : [];
    for (const key of renditions)
      if (!left.has(key)) findings.push({ kind: 'lost', what: key, ...(item && { history: item.history }) });
    for (const key of [originalKey(media), ...renditions]) left.delete(key);
  }
  for (const key of left.keys()) {
    const [, archived] = /^media\/archives\/(evt_[a-z2-7]+)\//.exec(key) ?? [];
    const isLegitimate = key.startsWith('incoming/') || (archived !== undefined && present.has(archived));
    if (!isLegitimate) findings.push({ kind: 'left over', what: `object ${key}` });
  }
  return findings;
}

const voteName = (voter: string, mediaId: unknown): string => `${voter} ${String(mediaId)}`;

function checkVotes({ votes }: Ledger, snapshot: Snapshot): Finding[] {
  const items = new Set(rowsOf(snapshot, 'MEDIA').map(({ id }) => id));
  return compareAll(votes, {
    rows: rowsOf(snapshot, 'VOTE'),
    keyOf: ({ pk, mediaId }) => voteName(pk.split('#VOTER#')[1], mediaId),
    nameOfThing: ({ voter, item }) => voteName(voter, item.id),
    mayBeMissing: ({ item }) => !items.has(item.id),
  }).concat(
    rowsOf(snapshot, 'VOTE')
      .filter(({ mediaId }) => !items.has(mediaId))
      .map((row): Finding => ({ kind: 'left over', what: `${nameOf(row)}: its item is gone` })),
  );
}
