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
};

/** Exact counts of an event's media. */
export type Tally = {
  readonly approved: number;
  readonly pending: number;
  readonly rejected: number;
  /** Approved items with at least one vote. */
  readonly voted: number;
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
};

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
  /** Where its renditions lie now; null while there are none. */
  readonly place: 'open' | 'held' | null;
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
