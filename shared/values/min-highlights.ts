/** The fewest photos that highlights can be picked from, and the fewest that are picked. */
export const MIN_HIGHLIGHTS = 3;
