import { VISITS_PER_SAMPLE } from '../../../shared/values/browser-reports.ts';
import { browserReport, noteProblem, type Report } from '../lib/note-problem.ts';
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
  /** Loads what measures the visit. */
  readonly startMeasuring: () => Promise<void>;
};

const browser = (): Ports => ({
  page: window,
  isHidden: () => document.visibilityState === 'hidden',
  random: Math.random,
  send: sendBeacon,
  startMeasuring: async () => (await import('./measure-delays.ts')).measureDelays(),
});

/**
 * Counts what goes wrong in this page, measures one visit in ten, and sends both when the page is hidden: the last moment at
 * which phones let a page do anything.
 */
export function startBrowserReports(
  { page, isHidden, random, send, startMeasuring }: Ports = browser(),
): void {
  page.addEventListener('error', (event) => {
    if (isOwnError(event as ErrorEvent)) noteProblem({ kind: 'error' });
  });
  page.addEventListener('unhandledrejection', (event) => {
    if (isThrownHere((event as PromiseRejectionEvent).reason)) noteProblem({ kind: 'error' });
  });
  let isOptional = false;
  // Vite's, for code and styles that are loaded on demand. What these throw is told by who asked for them.
  page.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    if (isLoadFailure(payload) && !isOptional) noteProblem({ kind: 'load-error' });
  });
  if (random() * VISITS_PER_SAMPLE < 1) {
    browserReport.beginVisit(pageKindOf(location.pathname));
    // After the first screen. Without this code the visit is reported without its delays, and nobody misses anything.
    page.addEventListener('load', () => {
      isOptional = true;
      void startMeasuring()
        .catch(() => {})
        .then(() => {
          isOptional = false;
        });
    });
  }
  // On the event's way back up: `measureDelays` listens on its way down, so by now the delays are known.
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

/** Whether the innermost of the called functions is of this site. An `Error`'s stack begins with its message in some browsers. */
function isThrownHere(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  const calls = (reason.stack ?? '').replace(reason.message, '');
  return /[a-z-]+:\/\/\S+/.exec(calls)?.[0].startsWith(`${location.origin}/`) === true;
}

function sendBeacon(report: Report): boolean {
  const body = new Blob([JSON.stringify(report)], { type: 'application/json' });
  return navigator.sendBeacon(callUrl('/api/browser-reports', {}), body);
}
