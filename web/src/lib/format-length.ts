/** How long a video is, as players write it: `"0:07"`, `"12:34"`, `"75:03"`. */
export function formatLength(durationSeconds: number): string {
  const seconds = Math.round(durationSeconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
