/** A key attribute: its name and its DynamoDB type, text or number. */
export type KeyAttribute = { readonly name: string; readonly type: 'S' | 'N' };

/** One secondary index; every index projects all attributes. */
export type TableIndex = {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
};

/**
 * The table's definition, once: the stack that makes it in AWS and the creator that makes it on one machine both read
 * this. What the keys hold stands in `keys.ts`.
 */
export const tableSchema = {
  partitionKey: { name: 'pk', type: 'S' },
  sortKey: { name: 'sk', type: 'S' },
  indexes: [
    index('gsi1', 'S'),
    // Sorted by a number: the vote rank.
    index('gsi2', 'N'),
    index('gsi3', 'S'),
    index('gsi4', 'S'),
    index('gsi5', 'S'),
  ],
  /** Seconds since 1970; an item past it is deleted some time later. */
  timeToLiveAttribute: 'expiresAtSeconds',
  streamViewType: 'NEW_AND_OLD_IMAGES',
} as const satisfies {
  partitionKey: KeyAttribute;
  sortKey: KeyAttribute;
  indexes: readonly TableIndex[];
  timeToLiveAttribute: string;
  streamViewType: string;
};

function index<const Name extends string>(name: Name, sortType: KeyAttribute['type']) {
  return {
    name,
    partitionKey: { name: `${name}pk`, type: 'S' },
    sortKey: { name: `${name}sk`, type: sortType },
  } as const;
}
