import type { Grants } from './manifest-row.ts';

/** Bringing an item's files to where they belong, or removing them. */
export const SETTLE = {
  objects: [
    { prefix: 'media/originals/', actions: ['DeleteObject'] },
    { prefix: 'media/held/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
    { prefix: 'media/open/', actions: ['GetObject', 'PutObject', 'DeleteObject'] },
  ],
  listObjects: ['media/held/', 'media/open/'],
} as const satisfies Grants;
