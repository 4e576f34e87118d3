// Plain JavaScript, because lint loads it with whatever Node started it.

import cacheWrites from './cache-writes.js';
import importDirections from './import-directions.js';
import queryKeys from './query-keys.js';

/** The project's own rules. */
export default {
  meta: { name: 'gatherlens' },
  rules: { 'cache-writes': cacheWrites, 'import-directions': importDirections, 'query-keys': queryKeys },
};
