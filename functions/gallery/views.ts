import type { EventView, MediaView } from '../../shared/contract/entities.ts';
import { formatPrice } from '../../shared/values/price-text.ts';
import { mediaType } from '../../shared/values/media-types.ts';
import { keyOfCaller, type Caller, personOfKey } from '../domain/caller.ts';
import { isHost, may, type EventAccess } from '../domain/access.ts';
import type { EventRecord, MediaRecord, Membership, MediaCounts } from '../domain/records.ts';
import { fileNameOf } from '../domain/rendition-names.ts';
import { knowsUploader, mayGetOriginal, visibleCount } from '../domain/visibility.ts';

/** An event as one caller may see it. Media counts are only for callers who may see the media. */
export function eventViewOf(context: {
  event: EventRecord;
  counts: MediaCounts;
  membership: Membership | undefined;
  access: EventAccess;
}): EventView {
  const { event, counts, membership, access } = context;
  const { priceCents, firstNamesSince, ...fields } = event;
  const seesMedia = may('see-media', access);
  return {
    ...fields,
    showsFirstNames: firstNamesSince !== null,
    price: priceCents === null ? null : formatPrice(priceCents),
    role: access.role,
    hasPaid: isHost(access) || access.hasPaid,
    hasPlace: access.hasPlace,
    mediaCount: seesMedia ? visibleCount(counts, access, membership) : 0,
    approvedCount: seesMedia ? counts.approved : 0,
    votedCount: seesMedia ? counts.voted : 0,
    highlightCount: seesMedia ? event.highlightCount : 0,
    ...(isHost(access) && { pendingCount: counts.pending, rejectedCount: counts.rejected }),
  };
}

type ItemViewer = {
  caller: Caller;
  access: EventAccess;
  hasVoted: boolean;
  /** As far as the caller may know it. */
  uploaderName: string | null;
  /** The URL of one of its files. */
  urlOf: (fileName: string) => string;
};

/** An item as one caller may see it. */
export function mediaViewOf(media: MediaRecord, viewer: ItemViewer): MediaView {
  const known = knowsUploader(media, viewer.caller, viewer.access);
  const hasOriginal = mayGetOriginal(media, viewer.caller, viewer.access);
  const uploader = personOfKey(media.uploader);
  const rendition = (name: string) => {
    const file = fileNameOf(media.facts, name);
    const found = media.facts?.renditions.find((stored) => stored.name === file);
    return found && { url: viewer.urlOf(found.name), width: found.width, height: found.height };
  };
  const renditions = { small: rendition('small'), tile: rendition('tile'), screen: rendition('screen') };
  const objectId = media.id.slice('med_'.length);
  return {
    id: media.id,
    eventId: media.eventId,
    uploadedBy: known && uploader.kind === 'user' ? uploader.userId : null,
    guestUploadedBy: known && uploader.kind === 'guest' ? uploader.guestId : null,
    uploaderName: viewer.uploaderName,
    filename: objectId,
    originalName: hasOriginal ? media.originalName : null,
    mimeType: media.mimeType,
    fileSize: media.fileSizeBytes,
    downloadSize: hasOriginal ? media.fileSizeBytes : copySize(media),
    objectPath: `/objects/uploads/upl_${objectId}`,
    thumbnailPath: renditions.tile?.url ?? null,
    capturedAt: media.capturedAt,
    capturedAtZone: media.capturedAtZone,
    status: media.status,
    uploadedAt: media.uploadedAt,
    moderatedAt: media.moderatedAt,
    moderatedBy: known ? media.moderatedBy : null,
    voteCount: media.voteCount,
    hasVoted: viewer.hasVoted,
    kind: mediaType(media.mimeType)?.kind ?? 'picture',
    state: media.state,
    unsupportedReason: known && media.state === 'unsupported' ? (media.unsupportedReason ?? null) : null,
    width: media.facts?.width ?? null,
    height: media.facts?.height ?? null,
    durationSeconds: media.facts?.durationSeconds ?? null,
    blur: media.facts?.blur ?? null,
    color: media.facts?.color ?? null,
    renditions,
    playUrl: media.facts?.play ? viewer.urlOf(media.facts.play) : null,
    isOwn: media.uploader === keyOfCaller(viewer.caller),
  };
}

/** The length of what others download; undefined of what is not finished, and of what an earlier release made. */
function copySize({ facts }: MediaRecord): number | undefined {
  return facts?.copy ? facts.copy.sizeBytes : facts?.copy === null ? facts.download?.sizeBytes : undefined;
}
