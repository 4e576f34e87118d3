import type { Grants } from './function-row.ts';

/** Removing an item's files once its row is deleted. */
export const REMOVE_FILES = {
  objects: [
    { prefix: 'media/originals/', actions: ['DeleteObject'] },
    { prefix: 'media/held/', actions: ['DeleteObject'] },
    { prefix: 'media/open/', actions: ['DeleteObject'] },
    { prefix: 'media/copies/', actions: ['DeleteObject'] },
  ],
  listObjects: ['media/held/', 'media/open/', 'media/copies/'],
} as const satisfies Grants;

/** Moving an item's files to where they belong, or removing them. */
export const RECONCILE_FILES = {
  objects: [
    { prefix: 'media/originals/', actions: ['DeleteObject'] },
    { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/copies/', actions: ['DeleteObject'] },
  ],
  listObjects: ['media/held/', 'media/open/', 'media/copies/'],
} as const satisfies Grants;

/** Removing what arrived as an upload, once nothing needs it any more. */
export const PRUNE_UPLOADS = {
  table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  objects: [
    { prefix: 'incoming/', actions: ['DeleteObjectVersion'] },
    { prefix: 'media/originals/', actions: ['GetObject'] },
  ],
  listObjects: ['media/originals/'],
  listVersions: ['incoming/'],
} as const satisfies Grants;

/** Making renditions of an original, and moving them to where they belong by then. */
export const PROCESS_FILES = {
  table: ['GetItem', 'UpdateItem', 'DeleteItem'],
  indexes: ['gsi1'],
  objects: [
    { prefix: 'media/originals/', actions: ['GetObject', 'DeleteObject'] },
    { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/copies/', actions: ['DeleteObject'] },
  ],
  listObjects: ['media/originals/', 'media/held/', 'media/open/', 'media/copies/'],
} as const satisfies Grants;
