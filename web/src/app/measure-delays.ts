import { onINP, onLCP } from 'web-vitals';
import { browserReport } from '../lib/note-problem.ts';

/** Measures how fast this visit is. Only measured visits load this code. */
export function measureDelays(): void {
  const options = { reportAllChanges: true };
  onLCP(({ value }) => browserReport.measure('largestContentfulPaintMs', value), options);
  onINP(({ value }) => browserReport.measure('interactionToNextPaintMs', value), options);
}
