import type { FunctionRow } from './function-row.ts';
import { pages } from './pages.ts';
import { calls, unmatched } from './calls.ts';
import { workers } from './workers.ts';

/** Every Lambda. */
export const functions: readonly FunctionRow[] = [...calls, ...pages, unmatched, ...workers];
