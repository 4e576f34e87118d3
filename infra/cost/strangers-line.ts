export const DAY_SECONDS = 24 * 3600;

/** How fast the stranger's own line is, in bits a second: that of a rented server. */
export const LINE_BITS_PER_SECOND = 1e9;

/** What the line carries in a day. */
export const lineBytesADay = (LINE_BITS_PER_SECOND / 8) * DAY_SECONDS;
