import type { EventType, MediaStatus, Privacy } from '../../shared/contract/entities.ts';
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
  readonly isPaid: boolean;
  readonly priceCents: number | null;
  readonly currency: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Photos of the last choice of highlights, some of which may be gone by now. */
  readonly highlightCount: number;
};

/** How somebody stands to an event: kept from their first act in it. */
export type Membership = {
  readonly eventId: string;
  readonly person: PersonKey;
  /** `visitor`: signed in, acted, but has not joined. */
  readonly standing: 'owner' | 'participant' | 'visitor' | 'guest';
  readonly isBlocked: boolean;
  readonly hasPaid: boolean;
  readonly since: string;
  /** Own uploads in the event, and how many of them wait for approval. */
  readonly uploadCount: number;
  readonly pendingCount: number;
  /** Own uploads ever saved in the event: what was deleted since still counts. */
  readonly everUploaded: number;
  /** Which of the event's counts of people holds them; none of an owner, and of whom came before there were counts. */
  readonly countedIn?: number | undefined;
};

/** Exact counts of an event's media. */
export type MediaCounts = {
  readonly approved: number;
  readonly pending: number;
  readonly rejected: number;
  /** Approved items with at least one vote. */
  readonly voted: number;
};

/**
 * How often what an event shows has changed: these only ever grow, so that equal means unchanged. `open` is what everybody
 * sees, `held` what waits for approval; a removal is also a change.
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

/** What the worker found out about a file. */
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
  /** Signals that highlights are picked by, each 0 to 1 unless its name says otherwise. */
  readonly signals: Readonly<Record<string, number>> | null;
  /** Length and check sum of the file that others than owner and uploader download; absent on rows of old. */
  readonly download?: FileChecksum | undefined;
};

/** What a ZIP must know of a file before it is written. */
export type FileChecksum = { readonly name: string; readonly sizeBytes: number; readonly crc32: number };

/** One uploaded picture or video. */
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
  readonly voteCount: number;
  readonly state: 'processing' | 'ready' | 'unsupported';
  readonly capturedAt: string | null;
  readonly capturedAtZone: 'utc' | 'offset' | 'local' | null;
  /** How often its status was set. */
  readonly statusVersion: number;
  /** Minutes east of UTC that the camera's clock showed; absent where it is not known. */
  readonly capturedOffsetMinutes?: number | undefined;
  /** Where its renditions lie now; null while there are none. */
  readonly place: 'open' | 'held' | null;
  /** The `statusVersion` that they were placed for: each has a folder of its own. */
  readonly placeVersion: number;
  /** Of the original's bytes: SHA-256 in hex, and CRC-32. */
  readonly contentHash: string | null;
  readonly crc32: number | null;
  readonly facts: MediaFacts | null;
};

/** An upload URL that was handed out. */
export type UploadRecord = {
  readonly id: string;
  readonly person: PersonKey;
  readonly eventId: string | null;
  readonly contentType: string | null;
  readonly fileSizeBytes: number | null;
  readonly issuedAt: string;
  /** The media item that it became. */
  readonly savedAs: string | null;
};
