import type { EventType, MediaStatus, Privacy, UnsupportedReason } from '../../shared/contract/entities.ts';
import type { PersonKey } from './caller.ts';

/** An event as the product's rules see it. */
export type EventRecord = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Calendar day, `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly eventType: EventType | null;
  readonly privacy: Privacy;
  readonly moderationEnabled: boolean;
  /** Nobody new may upload or vote; who holds a place goes on. */
  readonly isPaused: boolean;
  /** Since when everybody sees the first names of those who upload; null while the host alone sees names. */
  readonly firstNamesSince: string | null;
  readonly isPaid: boolean;
  readonly priceCents: number | null;
  readonly currency: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How many highlights were last chosen; some of them may be gone by now. */
  readonly highlightCount: number;
  /** By which people join who cannot scan its link; absent until a host first asks for it. */
  readonly eventCode?: string | undefined;
};

/** What a person is in an event, and how much of it is theirs; kept from their first act or checkout in it. */
export type Membership = {
  readonly eventId: string;
  readonly person: PersonKey;
  /** `visitor`: a user who acted in the event without joining it. */
  readonly standing: 'owner' | 'participant' | 'visitor' | 'guest';
  /** Named by the owner; its person is a participant with a place, and not blocked. */
  readonly isCoHost?: true | undefined;
  readonly isBlocked: boolean;
  readonly hasPaid: boolean;
  readonly since: string;
  /** Their items in the event, and how many of these wait for approval. */
  readonly uploadCount: number;
  readonly pendingCount: number;
  /** How many of their items are discarded. */
  readonly discardedCount: number;
  /** How many items they ever saved in the event, deleted ones included. */
  readonly everUploaded: number;
  /** Whether they hold one of the event's places; not while they are blocked, nor before their first act. */
  readonly hasPlace: boolean;
  /** The shard of the event's room that counts their place; absent without one, for the owner and on old rows. */
  readonly countedIn?: number | undefined;
  /** When its person began to leave for good. */
  readonly closedAt?: string | undefined;
  /** The ZIPs that their own removals have outdated since then, by `kind#id`: those of a day. */
  readonly outdatedZips?: ReadonlySet<string> | undefined;
  readonly outdatedSince?: string | undefined;
  /** Until when their items are in no ZIP, so that what they take back outdates none. */
  readonly setAsideUntil?: string | undefined;
};

/** How many items of each status an event has. The numbers are exact. */
export type MediaCounts = {
  readonly approved: number;
  readonly pending: number;
  readonly rejected: number;
  /** Approved items with at least one vote. */
  readonly voted: number;
};

/**
 * How often an event's contents have changed. The numbers only grow, so that equal means unchanged. `open` is
 * what everybody sees, `held` what waits for approval; a removal also counts as a change.
 */
export type ContentVersions = {
  readonly openChanges: number;
  readonly openRemovals: number;
  readonly heldChanges: number;
  readonly heldRemovals: number;
};

export type StoredRendition = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
};

/** What processing found out about a file. */
export type MediaFacts = {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number | null;
  readonly blur: string | null;
  readonly color: string | null;
  readonly perceptualHash: string | null;
  readonly renditions: readonly StoredRendition[];
  /** File name of the playable rendition of a video. */
  readonly play: string | null;
  /** What highlights are picked by; each from 0 to 1 unless its name says otherwise. */
  readonly signals: Readonly<Record<string, number>> | null;
  /** The rendition for download, with its size and checksum; absent on old rows. */
  readonly download?: FileChecksum | undefined;
  /** The clean copy; null if none can be put together from the original, absent on old rows. */
  readonly copy?: CopyFacts | null | undefined;
};

/**
 * A clean copy: the file that says how it is put together, beside the renditions, and what it then is. Where none can be
 * put together, the file is itself what others download: the picture at full size, or a preview.
 */
export type CopyFacts = FileChecksum & {
  readonly extension: string;
  readonly standIn?: 'full' | 'preview' | undefined;
};

/** What must be known of a file before it is written into a ZIP. */
export type FileChecksum = { readonly name: string; readonly sizeBytes: number; readonly crc32: number };

/** An item: one photo or video of an event. */
export type MediaRecord = {
  readonly id: string;
  readonly eventId: string;
  readonly uploader: PersonKey;
  readonly originalName: string;
  readonly mimeType: string;
  readonly fileSizeBytes: number;
  readonly status: MediaStatus;
  readonly uploadedAt: string;
  readonly moderatedAt: string | null;
  readonly moderatedBy: string | null;
  /** Its votes as of the last roll-up. */
  readonly voteCount: number;
  /** The votes in shards that `voteCount` includes, and how often it was rolled up; absent before the first time. */
  readonly voteRollUp?: { readonly votes: number; readonly version: number } | undefined;
  readonly state: 'processing' | 'ready' | 'unsupported';
  /** Why nothing could be made of it; absent while nothing was tried, on old rows, and where the workers gave up. */
  readonly unsupportedReason?: UnsupportedReason | undefined;
  readonly capturedAt: string | null;
  readonly capturedAtZone: 'utc' | 'offset' | 'local' | null;
  /** Of an undated item: which of the event's it is, from 1, if an earlier release said so. */
  readonly undatedNumber?: number | undefined;
  /** How often its status has been set. */
  readonly statusVersion: number;
  /** Whether its uploader's membership counts it as discarded; what was discarded before there was this count is not. */
  readonly isDiscarded?: true | undefined;
  /** The offset of the camera's clock in minutes east of UTC; absent if unknown. */
  readonly capturedOffsetMinutes?: number | undefined;
  /** The file area of its renditions; null while there are none. */
  readonly place: 'open' | 'held' | null;
  /** The `statusVersion` that they were placed for; each version has a folder of its own. */
  readonly placeVersion: number;
  /** Of the original's bytes: SHA-256 in hex, and CRC-32. */
  readonly contentHash: string | null;
  readonly crc32: number | null;
  readonly facts: MediaFacts | null;
};

/** An upload for which a signed URL was handed out. */
export type UploadRecord = {
  readonly id: string;
  readonly person: PersonKey;
  readonly eventId: string | null;
  readonly contentType: string | null;
  readonly fileSizeBytes: number | null;
  readonly issuedAt: string;
  /** The id of the item that it became. */
  readonly savedAs: string | null;
  /** The ETag of the file that was saved; null before that, and where a version without this field saved it. */
  readonly savedETag: string | null;
  /** Which version of it that was; null where none are kept, too. */
  readonly savedVersion: string | null;
  /** Whether what arrived was larger than files may be, and was removed therefore. */
  readonly isTooLarge: boolean;
};
