import type { FunctionRow } from '../../functions/manifest/function-row.ts';
import { answersRequests } from '../../functions/manifest/call-row.ts';
import type { BundleSize } from './bundle-sizes.ts';

/**
 * How large a function's bundle may be and how slowly it may start. People wait for a cold start of a
 * function that answers requests, and an accidental import (a whole library, or a client that the function
 * does not need) exceeds the budget.
 */
export type BundleBudget = {
  readonly kind: string;
  readonly takes: (row: FunctionRow) => boolean;
  readonly bytes: number;
  /** Source files with code in the bundle; each of them runs when the bundle is loaded. */
  readonly modules: number;
  /**
   * CPU time of starting Node with the bundle, as a multiple of starting it with an empty file; measured by
   * `npm run bench`.
   */
  readonly startRatio: number;
};

const askStripe = ({ grants }: FunctionRow): boolean =>
  grants.secrets?.includes('stripe-secret-key') ?? false;
const touchesFiles = ({ grants }: FunctionRow): boolean => (grants.objects ?? []).length > 0;

/** The first that takes a row counts. About 5% above the largest of its kind; start times, 25%. */
export const bundleBudgets: readonly BundleBudget[] = [
  {
    kind: 'answer without AWS',
    takes: ({ trigger }) => trigger.kind === 'unmatched',
    bytes: 109_000,
    modules: 110,
    startRatio: 2.2,
  },
  {
    kind: 'worker that removes files and asks Stripe',
    takes: (row) => !answersRequests(row) && askStripe(row) && touchesFiles(row),
    bytes: 1_120_000,
    modules: 980,
    startRatio: 6.8,
  },
  {
    kind: 'payments',
    takes: askStripe,
    bytes: 810_000,
    modules: 870,
    startRatio: 5.2,
  },
  {
    kind: 'stream follower',
    takes: ({ trigger }) => trigger.kind === 'stream',
    bytes: 455_000,
    modules: 600,
    startRatio: 4.2,
  },
  {
    kind: 'worker',
    takes: (row) => !answersRequests(row),
    bytes: 788_000,
    modules: 830,
    startRatio: 7.7,
  },
  {
    kind: 'call that chooses among files',
    takes: ({ grants }) => grants.bedrock === true,
    bytes: 765_000,
    modules: 780,
    startRatio: 5.6,
  },
  {
    kind: 'call on files',
    takes: touchesFiles,
    bytes: 712_000,
    modules: 760,
    startRatio: 5.6,
  },
  {
    kind: 'call or page that signs',
    takes: ({ grants }) => (grants.secrets ?? []).length > 0,
    bytes: 552_000,
    modules: 660,
    startRatio: 5,
  },
  {
    kind: 'call on the table',
    takes: () => true,
    bytes: 498_000,
    modules: 640,
    startRatio: 4.7,
  },
];

/** The last budget takes every row that no other does. */
export function budgetOf(row: FunctionRow): BundleBudget {
  const budget = bundleBudgets.find(({ takes }) => takes(row));
  if (!budget) throw new Error(`No budget takes ${row.id}.`);
  return budget;
}

/** Milliseconds of one core that starting Node with an empty file takes, as `npm run bench` measures it. */
const EMPTY_START_MS = 33;

/** How long a cold start of a function may take by its budget: Lambda gives it a whole core meanwhile. */
export function coldStartMs(row: FunctionRow): number {
  return Math.round(EMPTY_START_MS * budgetOf(row).startRatio);
}

/** One sentence for each measure of a bundle that exceeds its budget, saying by how much. */
export function excessesOf(
  row: FunctionRow,
  measured: Partial<Pick<BundleSize, 'bytes' | 'modules'> & Pick<BundleBudget, 'startRatio'>>,
): string[] {
  const budget = budgetOf(row);
  return (['bytes', 'modules', 'startRatio'] as const).flatMap((what) => {
    const value = measured[what];
    if (value === undefined || value <= budget[what]) return [];
    const percent = ((value / budget[what] - 1) * 100).toFixed(1);
    return [
      `${row.id} exceeds the ${what} of a "${budget.kind}": ${value} instead of at most ${budget[what]} (${percent} % too much).`,
    ];
  });
}
