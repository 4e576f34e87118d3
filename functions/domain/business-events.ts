/** What people do that the business counts, as the names of its metrics. */
export const businessEvents = ['Events', 'Guests', 'Uploads', 'Votes', 'Payments'] as const;

export type BusinessEvent = (typeof businessEvents)[number];

/** A change of a row: its sort key, and the status that it had and has, where its kind has one. */
export type RowChange = {
  readonly sortKey: string;
  readonly isNew: boolean;
  readonly before?: string;
  readonly after?: string;
};

/** What somebody did who made that change; undefined for all that the business does not count. */
export function businessEventOf({ sortKey, isNew, before, after }: RowChange): BusinessEvent | undefined {
  if (sortKey.startsWith('PAYMENT#'))
    return after === 'succeeded' && before !== 'succeeded' ? 'Payments' : undefined;
  if (!isNew) return undefined;
  if (sortKey === 'EVENT') return 'Events';
  if (sortKey === 'GUEST') return 'Guests';
  if (sortKey === 'MEDIA') return 'Uploads';
  return sortKey.startsWith('VOTE#') ? 'Votes' : undefined;
}
