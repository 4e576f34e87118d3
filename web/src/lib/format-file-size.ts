const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;

/** A file size as file managers show it, in powers of 1000: `"340 KB"`, `"1.2 GB"`. */
export function formatFileSize(bytes: number): string {
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 9.95 ? 0 : 1;
  return `${value.toLocaleString(undefined, { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
