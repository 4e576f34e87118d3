import * as z from 'zod/mini';
import { mediaStatus, unsupportedReason } from '../../shared/contract/entities.ts';
import { deviceFileName } from '../../shared/contract/text.ts';
import type { PersonKey } from '../domain/caller.ts';
import { UNDATED } from '../domain/media-cursor.ts';
import type { MediaRecord } from '../domain/records.ts';
import { baseRank } from '../domain/vote-rank.ts';
import type { Row } from './dynamo.ts';
import { mediaByUploader, mediaInStatus, sortPosition, unfinishedShardOf } from './index-keys.ts';
import { keys } from './keys.ts';

const rendition = z.object({ name: z.string(), width: z.int(), height: z.int() });

const fileChecksum = z.object({ name: z.string(), sizeBytes: z.int(), crc32: z.int() });

const mediaRow = z.object({
  id: z.string(),
  eventId: z.string(),
  uploader: z.custom<PersonKey>((value) => typeof value === 'string'),
  originalName: deviceFileName,
  mimeType: z.string(),
  fileSizeBytes: z.int(),
  status: mediaStatus,
  uploadedAt: z.string(),
  moderatedAt: z.nullable(z.string()),
  moderatedBy: z.nullable(z.string()),
  voteCount: z.int(),
  voteRollUp: z.optional(z.object({ votes: z.int(), version: z.int() })),
  state: z.enum(['processing', 'ready', 'unsupported']),
  unsupportedReason: z.optional(unsupportedReason),
  capturedAt: z.nullable(z.string()),
  capturedAtZone: z.nullable(z.enum(['utc', 'offset', 'local'])),
  statusVersion: z.int(),
  isDiscarded: z.optional(z.literal(true)),
  capturedOffsetMinutes: z.optional(z.int()),
  undatedNumber: z.optional(z.int()),
  place: z.nullable(z.enum(['open', 'held'])),
  placeVersion: z.int(),
  contentHash: z.nullable(z.string()),
  crc32: z.nullable(z.int()),
  facts: z.nullable(
    z.object({
      width: z.int(),
      height: z.int(),
      durationSeconds: z.nullable(z.number()),
      blur: z.nullable(z.string()),
      color: z.nullable(z.string()),
      perceptualHash: z.nullable(z.string()),
      renditions: z.array(rendition),
      play: z.nullable(z.string()),
      signals: z.nullable(z.record(z.string(), z.number())),
      download: z.optional(fileChecksum),
      copy: z.optional(
        z.nullable(
          z.extend(fileChecksum, { extension: z.string(), standIn: z.optional(z.enum(['full', 'preview'])) }),
        ),
      ),
    }),
  ),
});

export function parseMedia(row: Row): MediaRecord {
  return mediaRow.parse(row);
}

/** A condition: the item counts as discarded, or not, as it did when it was read. */
export const discardUnchanged = ({ isDiscarded }: Pick<MediaRecord, 'isDiscarded'>): string =>
  isDiscarded ? 'attribute_exists(isDiscarded)' : 'attribute_not_exists(isDiscarded)';

/** The index keys that follow from an item's status. */
export function statusKeys(media: MediaRecord) {
  const list = mediaInStatus(media.eventId, media.status);
  return {
    gsi1pk: list,
    gsi2pk: list,
    gsi3pk: list,
    gsi4sk: `${media.status}#${sortPosition(media.uploadedAt, media.id)}`,
  };
}

/** The sort value by capture time. */
export const capturedPosition = (media: Pick<MediaRecord, 'id' | 'capturedAt'>): string =>
  sortPosition(media.capturedAt ?? UNDATED, media.id);

/** The row of a new item, with all its index keys. */
export function newMediaRow(media: MediaRecord): Row {
  return {
    ...keys.media(media.id),
    ...statusKeys(media),
    gsi1sk: sortPosition(media.uploadedAt, media.id),
    gsi2sk: baseRank(media),
    gsi3sk: capturedPosition(media),
    gsi4pk: mediaByUploader(media.eventId, media.uploader),
    gsi5pk: unfinishedShardOf(media.id),
    gsi5sk: sortPosition(media.uploadedAt, media.id),
    ...media,
  };
}
