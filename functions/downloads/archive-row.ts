import * as z from 'zod/mini';
import { PHOTO_SIZES } from '../../shared/values/photo-sizes.ts';
import type { Archive } from './archive.ts';
import type { Row } from '../table/dynamo.ts';

const measure = z.object({
  photoCount: z.nullable(z.int()),
  videoCount: z.nullable(z.int()),
  fileCount: z.int(),
  bytes: z.int(),
  isExact: z.boolean(),
});

const archiveRow = z.object({
  id: z.string(),
  eventId: z.string(),
  viewer: z.union([
    z.enum(['owner', 'everyone']),
    // Can go with `FormerViewer`.
    z.pipe(
      z.string().check(z.regex(/^(?:user|guest):./)),
      z.transform(() => 'person' as const),
    ),
  ]),
  state: z.enum(['planning', 'writing', 'ready', 'outdated', 'failed']),
  version: z.object({ changes: z.number(), removals: z.number() }),
  createdAt: z.string(),
  progressAt: z.string(),
  restartedAt: z.optional(z.string()),
  expiresAtSeconds: z.int(),
  // Rows of earlier releases lack these.
  photoSize: z._default(z.enum(PHOTO_SIZES), 'full'),
  replaces: z._default(z.int(), 0),
  isOverBudget: z._default(z.boolean(), false),
  making: z.optional(
    z.object({
      listId: z.string(),
      batchCount: z.int(),
      photoCount: z.int(),
      madeCount: z.optional(z.int()),
    }),
  ),
  plan: z.optional(
    z.object({
      listedAt: z.optional(z.string()),
      planId: z.string(),
      uploadId: z.string(),
      fileCount: z.int(),
      totalBytes: z.int(),
      leftOut: z.int(),
      setAside: z.optional(z.int()),
      sizes: z.optional(z.object({ full: measure, chat: measure })),
      isProvisional: z.boolean(),
    }),
  ),
  // DynamoDB has no empty set, so these attributes are absent until the first number.
  made: z._default(z.set(z.int()), new Set<number>()),
  done: z._default(z.set(z.int()), new Set<number>()),
});

export const parseArchive = (row: Row): Archive => ({ plan: undefined, ...archiveRow.parse(row) });

export type ArchiveName = { readonly id: string; readonly eventId: string };
