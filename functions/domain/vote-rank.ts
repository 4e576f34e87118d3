/**
 * The sort value of the most-voted list: one exact number that DynamoDB can add to, so that a vote is one
 * atomic update without a read. From the left: votes, upload time in milliseconds, 40 bits of the item's id.
 * That sorts by most votes, then newest, and no two items are equal. DynamoDB keeps 38 digits; this uses 26
 * plus those of the vote count.
 */
const TIME_UNIT = 10n ** 13n;

/** What one vote adds. */
export const RANK_PER_VOTE = 10n ** 26n;

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** An item's rank without votes. */
export function baseRank(media: { id: string; uploadedAt: string }): bigint {
  const start = media.id.indexOf('_') + 1;
  const tail = Array.from(media.id.slice(start, start + 8));
  const tieBreak = tail.reduce((sum, letter) => sum * 32n + BigInt(BASE32.indexOf(letter)), 0n);
  return BigInt(Date.parse(media.uploadedAt)) * TIME_UNIT + tieBreak;
}

/** An item's rank with its votes, which is what a cursor holds. */
export function voteRank(media: { id: string; uploadedAt: string; voteCount: number }): bigint {
  return baseRank(media) + BigInt(media.voteCount) * RANK_PER_VOTE;
}
