import type { MediaStatus } from '../../shared/contract/entities.ts';
import type { MediaRecord } from '../domain/records.ts';

/**
 * Where an item's renditions are. Those of approved items are under one prefix per event, so that one signed
 * cookie opens them all; those of other items are kept apart and signed item by item. Originals are never
 * open.
 */
export type FileArea = 'open' | 'held';

export function areaForStatus(status: MediaStatus): FileArea {
  return status === 'approved' ? 'open' : 'held';
}

type Item = { id: string; eventId: string };

export const incomingKey = (uploadId: string): string => `incoming/${uploadId}`;

export const originalKey = (media: Item): string => `media/originals/${media.eventId}/${media.id}`;

/** Everything that an item ever had in an area. Ends with a slash. */
export const itemFolder = (media: Item, place: FileArea): string =>
  `media/${place}/${media.eventId}/${media.id}/`;

/**
 * Folder of an item's renditions, ending with a slash. Each change of status gets a folder of its own, so
 * that URLs handed out earlier open nothing and a late move never touches newer files.
 */
export const renditionFolder = (media: Item & { placeVersion: number }, place: FileArea): string =>
  `${itemFolder(media, place)}${media.placeVersion}/`;

/** The version of a rendition's folder, from its key. */
export const versionIn = (key: string): number => Number(key.split('/')[4]);

/** Whether an item's files are where its status requires. There may be none yet. */
export const areFilesInPlace = (
  media: Pick<MediaRecord, 'statusVersion' | 'place' | 'placeVersion'>,
): boolean => media.place === null || media.placeVersion === media.statusVersion;

/** What an event's signed cookies open. Ends with a slash. */
export const openFolder = (eventId: string): string => `media/open/${eventId}/`;

/** Where an event's clean copies are kept for a day. Ends with a slash. */
export const copiesFolder = (eventId: string): string => `media/copies/${eventId}/`;

/** Every clean copy of an item. Ends with a slash. */
export const itemCopiesFolder = (media: Item): string => `${copiesFolder(media.eventId)}${media.id}/`;

/** An item's clean copy. Each change of status has one of its own, as with renditions. */
export const copyKey = (media: Item & { statusVersion: number }): string =>
  `${itemCopiesFolder(media)}${media.statusVersion}`;

/** An item's photo for chats, which goes with the clean copies. */
export const chatCopyKey = (media: Item & { statusVersion: number }): string => `${copyKey(media)}.chat`;

/** Where an event's archives are. Ends with a slash. */
export const archiveFolder = (eventId: string): string => `media/archives/${eventId}/`;

export const archiveKey = (archive: Item): string => `${archiveFolder(archive.eventId)}${archive.id}.zip`;

/** The archive's plan: what goes into the ZIP, written before it. */
export const archivePlanKey = (archive: Item, planId: string): string =>
  `${archiveFolder(archive.eventId)}${archive.id}.${planId}.plan`;

/** The photos that are made before an archive is planned, by id, in batches. */
export const archivePhotosKey = (archive: Item, listId: string): string =>
  `${archiveFolder(archive.eventId)}${archive.id}.${listId}.photos`;

/** What was made of one batch of them. */
export const archiveBatchKey = (archive: Item, listId: string, batch: number): string =>
  `${archiveFolder(archive.eventId)}${archive.id}.${listId}.${batch}.batch`;

const INCOMING = /^incoming\/(upl_[a-z2-7]{26})$/;

/** Parses the key of what arrived for an upload; undefined for any other object. */
export const uploadOfKey = (key: string): string | undefined => INCOMING.exec(key)?.[1];

const ORIGINAL = /^media\/originals\/(evt_[a-z2-7]{26})\/(med_[a-z2-7]{26})$/;

/** Parses an original's key; undefined for any other object. */
export function itemOfOriginal(key: string): Item | undefined {
  const match = ORIGINAL.exec(key);
  return match?.[1] && match[2] ? { eventId: match[1], id: match[2] } : undefined;
}
