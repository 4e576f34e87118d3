import {
  budgetFor,
  chargeOf,
  MADE_PHOTO_BYTES,
  MAX_DAY_BYTES,
  MAX_SLOW_BYTES,
  slowBytesFor,
} from '../../functions/downloads/archive-budget.ts';
import { MAX_ARCHIVE_BYTES, STRETCH_BYTES } from '../../functions/downloads/archive-parts.ts';
import { ARCHIVE_DAYS } from '../../functions/domain/file-lifetimes.ts';
import { archiveStretch } from './activities.ts';
import { linesOf, totalOf, usageOfActivity, usageOfOne } from './estimate.ts';
import { prices } from './prices.ts';
import { type EventProfile, sizesOf } from './typical-event.ts';

const GB = 1e9;
/** The bucket's rules run once a day, and prod keeps what they remove for another day. */
const KEPT_DAYS = ARCHIVE_DAYS + 2;
/** The owner, and everybody else. */
const KINDS_OF_VIEWERS = 2;

/** What it costs to write a GB (10^9 bytes) of a ZIP, and to keep it until it expires: US dollars. */
export function usdPerArchiveGb(): number {
  const written = totalOf(linesOf(usageOfActivity(archiveStretch, GB / STRETCH_BYTES), 0));
  return written + prices.objectStorage.usd * (KEPT_DAYS / 30);
}

/**
 * What it costs to make a photo for chats, which is then kept for a day: US dollars. It is looked for, made of its original
 * and looked at again, together with its note, which 16 share.
 */
function usdPerMadePhoto(): number {
  const usage = usageOfOne({
    work: [{ functionId: 'build-archive', milliseconds: 800 }],
    units: { tableRead: 4, tableWrite: 1 / 16, queueRequest: 4 / 16, objectGet: 3, objectPut: 1 + 1 / 16 },
  });
  return totalOf(linesOf(usage, 0));
}

/** What a photo that is made for chats costs, as a share of what it is charged. */
export const shareOfMadePhoto = (): number => usdPerMadePhoto() / usdFor(MADE_PHOTO_BYTES);

const usdFor = (bytes: number): number => (bytes / GB) * usdPerArchiveGb();

/** What it costs if so many workers write ZIPs all the time, of whichever events: US dollars. */
export function usdOfArchivePlaces(places: number, seconds: number): number {
  const [run = { milliseconds: 0 }] = archiveStretch.work ?? [];
  return usdFor(((places * seconds * 1000) / run.milliseconds) * STRETCH_BYTES);
}

/** What ZIPs of one event cost in a day at most, whoever asks for them and however often: US dollars. */
export const worstArchiveDay = {
  usd: KINDS_OF_VIEWERS * usdFor(MAX_DAY_BYTES + MAX_SLOW_BYTES),
  /** Of a gallery that is larger than the budget: one ZIP, of the largest size that an object can have. */
  usdOfLargest: KINDS_OF_VIEWERS * usdFor(MAX_ARCHIVE_BYTES),
};

/** The same for an event of this size: the owner's ZIPs of originals, and everybody's of clean copies, which are as large. */
export function worstArchiveDayOf(profile: EventProfile): { gigabytes: number; usd: number } {
  const fileCount = profile.photos + profile.videos;
  const charge = chargeOf({ totalBytes: sizesOf(profile).originalsGb * GB, fileCount });
  const bytes = KINDS_OF_VIEWERS * (budgetFor(charge) + slowBytesFor(charge));
  return { gigabytes: bytes / GB, usd: usdFor(bytes) };
}
