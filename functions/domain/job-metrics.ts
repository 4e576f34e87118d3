/** What jobs count, by the names of its metrics. */
export const jobMetrics = {
  /** Work that failed and is tried again, or a scheduled run's item that was left undone; by function. */
  failed: 'FailedJobs',
  /** Files that cannot be shown. */
  unsupported: 'UnsupportedFiles',
} as const;
