/** The orders of an event's media. */
export const SORT_ORDERS = ['uploadedAt', 'votes', 'capturedAt'] as const;

/** The order in which a gallery begins. */
export const FIRST_SORT = SORT_ORDERS[0];

/** The parameter of a gallery's address that names its order, as in `?sort=votes`. */
export const SORT_PARAMETER = 'sort';

/** The order that an address asks for; the first one if it names none that is known. */
export function parseSortOrder(text: string | null | undefined): (typeof SORT_ORDERS)[number] {
  return SORT_ORDERS.find((order) => order === text) ?? FIRST_SORT;
}
