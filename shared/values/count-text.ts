/**
 * A whole number as people write it. Below a thousand there is nothing to group, so no formatter is loaded.
 * @param language as browsers name it; the viewer's own where absent
 */
export function formatCount(count: number, language?: string): string {
  return count < 1000 ? String(count) : count.toLocaleString(language);
}
