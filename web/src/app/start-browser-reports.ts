import { VISITS_PER_SAMPLE } from '../../../shared/values/browser-reports.ts';
import { browserReport, noteProblem, type Report } from '../lib/browser-report.ts';
import { callUrl } from '../lib/call.ts';
import { isLoadFailure } from '../lib/is-load-failure.ts';
import { pageKindOf } from '../lib/page-kind.ts';

/** What happens in the page, and what reporting needs of the browser. */
type Ports = {
  readonly page: Pick<EventTarget, 'addEventListener'>;
  readonly isHidden: () => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly send: (report: Report) => boolean;
};

const browser = (): Ports => ({
  page: window,
  isHidden: () => document.visibilityState === 'hidden',
  random: Math.random,
  send: sendBeacon,
});

/**
 * Counts what goes wrong in this page, measures one visit in ten, and sends both when the page is hidden: the last moment at
 * which phones let a page do anything.
 */
export function startBrowserReports({ page, isHidden, random, send }: Ports = browser()): void {
  page.addEventListener('error', (event) => {
    if (isOwnError(event as ErrorEvent)) noteProblem({ kind: 'error' });
  });
  page.addEventListener('unhandledrejection', () => noteProblem({ kind: 'error' }));
  // Vite's, for code and styles that are loaded on demand.
  page.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    noteProblem({ kind: isLoadFailure(payload) ? 'load-error' : 'error' });
  });
  if (random() * VISITS_PER_SAMPLE < 1) {
    browserReport.beginVisit(pageKindOf(location.pathname));
    // After the first screen. Without this code the visit is reported without its delays.
    page.addEventListener('load', () => void measureDelays().catch(() => {}));
  }
  // On the event's way back up: web-vitals listens on its way down, so by now the delays are known.
  page.addEventListener('visibilitychange', () => {
    if (isHidden()) browserReport.flush(send);
  });
  page.addEventListener('pagehide', () => browserReport.flush(send));
}

/**
 * Extensions run their scripts in the page, too, and browsers do not say what failed in scripts of other sites. Where nothing
 * was thrown, it is a browser's notice, such as that of a `ResizeObserver` that comes a frame late.
 */
function isOwnError({ filename, error }: ErrorEvent): boolean {
  return filename.startsWith(`${location.origin}/`) && error instanceof Error;
}

async function measureDelays(): Promise<void> {
  const { onINP, onLCP } = await import('web-vitals');
  const options = { reportAllChanges: true };
  onLCP(({ value }) => browserReport.measure('largestContentfulPaintMs', value), options);
  onINP(({ value }) => browserReport.measure('interactionToNextPaintMs', value), options);
}

function sendBeacon(report: Report): boolean {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  return navigator.sendBeacon(callUrl('/api/browser-reports', {}), body);
}
