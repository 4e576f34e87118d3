import type { Patch, Scope } from './patch-queries.ts';

/** How long the server's lists may not show a change that it has confirmed: their indexes follow the table. */
const SETTLING_MS = 10_000;

export type LocalChange = {
  /** A later change of the same id replaces this one. Reads are not replaced: each may show what the others do not. */
  readonly id: string;
  readonly scope: Scope;
  readonly patch: Patch;
  /** The server has not confirmed it. */
  readonly isPending?: boolean;
  /** Nothing can undo it: an answer without it is outdated, however late it was requested. */
  readonly isFinal?: boolean;
  /** The server itself said so: whatever is requested later is newer. */
  readonly isRead?: boolean;
  /** The tick of the request that read it. Answers requested later are newer; without it, those since it was recorded. */
  readonly requestedAt?: number;
};

export type RecordedChange = LocalChange & { readonly tick: number; readonly recordedMs: number };

/** Whether an answer may still be without a change, however late it was requested. */
export const isSettling = ({ isPending, isRead, recordedMs }: RecordedChange): boolean =>
  isPending === true || (!isRead && Date.now() - recordedMs < SETTLING_MS);
