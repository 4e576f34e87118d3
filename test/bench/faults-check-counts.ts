import { kindOfRow } from '../../functions/table/keys.ts';
import type { Finding } from './faults-ledger.ts';
import type { Row, Snapshot } from './faults-snapshot.ts';

/** Every count that is kept agrees with the rows that it counts. */
export function checkCounts({ rows }: Snapshot): Finding[] {
  const kinds = Map.groupBy(rows, kindOfRow);
  const of = (kind: string) => kinds.get(kind) ?? [];
  const [items, votes, people] = [of('MEDIA'), of('VOTE'), of('PERSON')];
  const inEvent = (pk: string) => items.filter(({ eventId }) => pk === `EVENT#${eventId}`);
  return [
    ...items.flatMap((item) => {
      const cast = votes.filter(({ mediaId }) => mediaId === item['id']).length;
      const inShards = sum(
        of('VOTES').filter(({ pk }) => pk === item['pk']),
        'votes',
      );
      return [
        ...differing(`votes in the shards of ${item['id']}`, inShards, cast),
        ...differing(`votes in the row of ${item['id']}`, item['voteCount'], cast),
      ];
    }),
    ...of('VOTES')
      .filter(({ pk }) => !items.some((item) => item['pk'] === pk))
      .map((row): Finding => ({ kind: 'left over', what: `${row['pk']} / ${row['sk']}: its item is gone` })),
    ...of('EVENT').flatMap(({ pk }) => {
      const tallies = of('TALLY').filter((row) => row['pk'] === pk);
      const own = inEvent(pk);
      const members = people.filter((row) => row['pk'] === pk);
      // Open checkouts and subscriptions of people without a place are counted as well.
      const placed = rows.filter(
        ({ eventId, countedIn }) => countedIn !== undefined && pk === `EVENT#${eventId}`,
      );
      const seats = sum(
        of('PEOPLE').filter((row) => row['pk'] === pk),
        'people',
      );
      return [
        ...differing(`approved items of ${pk}`, sum(tallies, 'approved'), withStatus(own, 'approved')),
        ...differing(`pending items of ${pk}`, sum(tallies, 'pending'), withStatus(own, 'pending')),
        ...differing(`rejected items of ${pk}`, sum(tallies, 'rejected'), withStatus(own, 'rejected')),
        ...differing(`voted items of ${pk}`, sum(tallies, 'voted'), withVotes(own)),
        ...differing(`places of ${pk}`, seats, placed.length),
        ...members.flatMap(({ person, uploadCount, pendingCount }) => {
          const mine = own.filter(({ uploader }) => uploader === person);
          return [
            ...differing(`uploads of ${person} in ${pk}`, uploadCount, mine.length),
            ...differing(`pending of ${person} in ${pk}`, pendingCount, withStatus(mine, 'pending')),
          ];
        }),
      ];
    }),
  ];
}

const sum = (rows: readonly Row[], name: string): number =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);
const withStatus = (items: readonly Row[], status: string): number =>
  items.filter((item) => item['status'] === status).length;
const withVotes = (items: readonly Row[]): number =>
  items.filter(({ status, voteCount }) => status === 'approved' && voteCount > 0).length;

function differing(what: string, counted: number, there: number): Finding[] {
  if (counted === there) return [];
  return [
    { kind: counted < there ? 'lost' : 'doubled', what: `${what}: counted ${counted}, there ${there}` },
  ];
}
