import type { SortBy } from '../../../../shared/contract/media.ts';

export const SORT_TABS = [
  { value: 'uploadedAt', label: 'Recent' },
  { value: 'votes', label: 'Top Voted' },
  { value: 'capturedAt', label: 'Timeline' },
] as const satisfies readonly { value: SortBy; label: string }[];
