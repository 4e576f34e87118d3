import { tableUnits } from './crowd.ts';

/** A partition of the table, or of an index, that all guests of an event share. */
export type SharedPartition = {
  readonly partition: string;
  readonly what: string;
  readonly isOfOnePhoto?: true;
  /** Whether the list's first page is read of it. */
  readonly isFlooded?: true;
};

export const sharedPartitions: readonly SharedPartition[] = [
  { partition: 'table EVENT#{evt}', what: "the event's own rows" },
  { partition: 'gsi1 EVENT#{evt}#approved', what: 'the list by upload time', isFlooded: true },
  { partition: 'gsi2 EVENT#{evt}#approved', what: 'the list by votes' },
  { partition: 'gsi3 EVENT#{evt}#approved', what: 'the list by capture time' },
  { partition: 'table MEDIA#{med}', what: "one photo's rows", isOfOnePhoto: true },
  { partition: 'gsi1 MEDIA#{med}#VOTES', what: "the list of one photo's votes", isOfOnePhoto: true },
];

/** Partitions of one guest, one upload or one address, whose limits no crowd in an event meets together. */
const SEPARATE =
  /^table (?:GUEST|UPLOADS?|LIMIT)#|^table EVENT#\{evt\}#VOTER#|^gsi1 PERSON#|^gsi4 EVENT#\{evt\}#BY#|^gsi5 UNFINISHED#/;

/** Recorded partitions that are neither known to be shared nor known to be separate. */
export const unknownPartitions = (): string[] => [
  ...new Set(
    Object.values(tableUnits)
      .flatMap((units) => Object.keys(units))
      .filter(
        (name) => !SEPARATE.test(name) && !sharedPartitions.some(({ partition }) => partition === name),
      ),
  ),
];
