/** How far something is: not asked for, asked for without an answer, done as somebody was told, or refused. */
export type Fate = 'unasked' | 'unanswered' | 'done' | 'refused';

/** Something that people did, and what they were told about it. */
export type Thing = {
  /** Its name in the run, unlike any other's. */
  readonly name: string;
  /** As an answer told it. */
  id?: string;
  made: Fate;
  removed: Fate;
  readonly history: string[];
};

export type EventThing = Thing & { readonly host: string; readonly isPaid: boolean };
export type ItemThing = Thing & {
  readonly event: EventThing;
  /** Person key. */
  readonly uploader: string;
  readonly md5: string;
};
/** One person's vote on one item: cast is made, withdrawn is removed; the last of the two counts. */
export type VoteThing = Thing & { readonly item: ItemThing; readonly voter: string };
/** One person's payment for one event; removed is refunded. */
export type PaymentThing = Thing & {
  readonly event: EventThing;
  readonly payer: string;
  readonly sessions: Set<string>;
};

export type Finding = {
  readonly kind: 'lost' | 'doubled' | 'left over';
  readonly what: string;
  readonly history?: readonly string[];
};

export type Ledger = {
  readonly events: EventThing[];
  readonly items: ItemThing[];
  readonly votes: VoteThing[];
  readonly payments: PaymentThing[];
  /** What was seen to be wrong while it happened. */
  readonly findings: Finding[];
  readonly downloads: { items: number; archives: number };
  /** Writes one line into a thing's history. */
  readonly note: (thing: Thing, line: string) => void;
};

export function createLedger(): Ledger {
  const begun = performance.now();
  return {
    events: [],
    items: [],
    votes: [],
    payments: [],
    findings: [],
    downloads: { items: 0, archives: 0 },
    note: ({ history }, line) =>
      void history.push(`${((performance.now() - begun) / 1000).toFixed(2)} s ${line}`),
  };
}

export const newThing = (name: string): Thing => ({
  name,
  made: 'unasked',
  removed: 'unasked',
  history: [],
});

/** Whether it certainly exists, as far as its own story goes. */
export const isThere = ({ made, removed }: Thing): boolean =>
  made === 'done' && (removed === 'unasked' || removed === 'refused');

/** Whether it certainly does not. */
export const isGone = ({ made, removed }: Thing): boolean =>
  made === 'unasked' || made === 'refused' || removed === 'done';

/** How many things went how far. */
export function countFates(things: readonly Thing[]): string {
  const count = (fate: Fate) => things.filter(({ made }) => made === fate).length;
  const gone = things.filter(({ removed }) => removed === 'done').length;
  return `${count('done')} acknowledged, ${count('unanswered')} unanswered, ${count('refused')} refused, ${gone} removed`;
}
