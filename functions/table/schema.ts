/** A key attribute: its name and its DynamoDB type, text or number. */
export type KeyAttribute = { readonly name: string; readonly type: 'S' | 'N' };

/** One secondary index; every index projects all attributes. */
export type TableIndex = {
  readonly name: string;
  readonly partitionKey: KeyAttribute;
  readonly sortKey: KeyAttribute;
};

/** The one definition of the table, in AWS and in the local system. `keys.ts` and `index-keys.ts` say what the keys hold. */
export const tableSchema = {
  partitionKey: { name: 'pk', type: 'S' },
  sortKey: { name: 'sk', type: 'S' },
  indexes: [
    index('gsi1', 'S'),
    // Sorted by vote rank, a number.
    index('gsi2', 'N'),
    index('gsi3', 'S'),
    index('gsi4', 'S'),
    index('gsi5', 'S'),
  ],
  /** Seconds since 1970; a row past it is deleted some time later. */
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
