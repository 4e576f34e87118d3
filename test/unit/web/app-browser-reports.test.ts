import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Report } from '../../../web/src/lib/note-problem.ts';
import { browserReport } from '../../../web/src/lib/note-problem.ts';
import { startBrowserReports } from '../../../web/src/app/start-browser-reports.ts';

const SITE = 'https://photos.example';
const EVENT = `/event/evt_${'a2'.repeat(13)}`;

beforeEach(() => {
  vi.stubGlobal('location', { origin: SITE, pathname: EVENT });
  browserReport.flush(() => true);
  return () => vi.unstubAllGlobals();
});

/** An error as browsers describe it. */
const errorOf = (stack: string, message = 'token abc') => Object.assign(new Error(message), { stack });
const ownError = () => errorOf(`Error: token abc\n    at vote (${SITE}/assets/event-1.js:1:2)`);

/** A page that reports. @param random decides whether its visit is measured */
function newPage(random: number, startMeasuring = () => Promise.resolve()) {
  const page = new EventTarget();
  const sent: Report[] = [];
  let isHidden = false;
  startBrowserReports({
    page,
    random: () => random,
    isHidden: () => isHidden,
    send: (report) => sent.push(report) > 0,
    startMeasuring,
  });
  const fire = (type: string, fields: object = {}) => {
    page.dispatchEvent(Object.assign(new Event(type), fields));
    return sent;
  };
  return {
    fire,
    hide() {
      isHidden = true;
      return fire('visibilitychange');
    },
    show() {
      isHidden = false;
      return fire('visibilitychange');
    },
  };
}

describe('a page', () => {
  it('reports nothing where nothing went wrong and the visit is not measured, for which it loads no code', () => {
    const startMeasuring = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const page = newPage(0.1, startMeasuring);
    page.fire('load');
    expect(page.hide()).toEqual([]);
    expect(startMeasuring).not.toHaveBeenCalled();
  });

  it('reports a measured visit when it is hidden, once', () => {
    const page = newPage(0.099);
    expect(page.show()).toEqual([]);
    expect(page.hide()).toEqual([{ visit: { page: 'event' }, problems: [] }]);
    page.show();
    expect(page.hide()).toHaveLength(1);
    expect(page.fire('pagehide')).toHaveLength(1);
  });

  it('measures one visit in ten', () => {
    const draws = Array.from({ length: 1000 }, (_, at) => at / 1000);
    const measured = draws.filter((random) => {
      browserReport.flush(() => true);
      return newPage(random).hide().length > 0;
    });
    expect(measured).toHaveLength(100);
  });

  it('reports when it is left without being hidden first', () => {
    expect(newPage(0).fire('pagehide')).toHaveLength(1);
  });

  it('counts its own errors, without what they say', () => {
    const page = newPage(1);
    const message = `Grace at ${SITE}${EVENT}`;
    page.fire('error', { filename: `${SITE}/assets/event-1.js`, message, error: new Error(message) });
    page.fire('unhandledrejection', { reason: ownError() });
    expect(page.hide()).toEqual([{ problems: [{ kind: 'error', page: 'event', times: 2 }] }]);
  });

  it.each(['chrome-extension://abc/content.js', '', `${SITE}.evil.example/a.js`])(
    'counts no error of "%s"',
    (filename) => {
      const page = newPage(1);
      page.fire('error', { filename, error: new Error('not ours') });
      expect(page.hide()).toEqual([]);
    },
  );

  it.each<[string, unknown, number]>([
    ['this site, in Chromium', ownError(), 1],
    ['this site, in Firefox and Safari', errorOf(`vote@${SITE}/assets/event-1.js:1:2\n`), 1],
    [
      'an extension that this site calls',
      errorOf(
        `Error: token abc\n    at fetch (chrome-extension://abc/a.js:1:2)\n    at ${SITE}/assets/event-1.js`,
      ),
      0,
    ],
    ['an extension in Firefox', errorOf('send@moz-extension://abc/content.js:3:4\n'), 0],
    [
      'an extension that names this site',
      errorOf(`Error: no ${SITE}/a\n    at chrome-extension://abc/a.js:1:2`, `no ${SITE}/a`),
      0,
    ],
    ['nowhere', errorOf(''), 0],
    ['no error', 'cancelled', 0],
    ['nothing', undefined, 0],
  ])('counts what nobody caught by where it was thrown: %s', (_where, reason, times) => {
    const page = newPage(1);
    page.fire('unhandledrejection', { reason });
    expect(page.hide()).toEqual(times ? [{ problems: [{ kind: 'error', page: 'event', times }] }] : []);
  });

  it('counts no notice of the browser, where nothing was thrown', () => {
    const page = newPage(1);
    page.fire('error', { filename: `${SITE}${EVENT}`, message: 'ResizeObserver loop limit exceeded' });
    expect(page.hide()).toEqual([]);
  });

  const notArrived = new TypeError('Importing a module script failed.');

  it('counts code that did not arrive; code that fails is counted where it was needed', () => {
    const page = newPage(1);
    page.fire('vite:preloadError', { payload: notArrived });
    page.fire('vite:preloadError', { payload: new ReferenceError('x is not defined') });
    expect(page.hide()).toEqual([{ problems: [{ kind: 'load-error', page: 'event', times: 1 }] }]);
  });

  it('misses nothing where the code that measures the visit does not arrive', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const page = newPage(0, () => promise);
    page.fire('load');
    page.fire('vite:preloadError', { payload: notArrived });
    expect(page.hide()).toEqual([{ visit: { page: 'event' }, problems: [] }]);
    reject(notArrived);
    await vi.waitFor(() => {
      page.fire('vite:preloadError', { payload: notArrived });
      expect(page.hide()).toHaveLength(2);
    });
  });

  it('reports later problems at the next hiding, with the page that is shown by then', () => {
    const page = newPage(1);
    page.fire('unhandledrejection', { reason: ownError() });
    page.hide();
    page.show();
    vi.stubGlobal('location', { origin: SITE, pathname: `${EVENT}/timeline` });
    page.fire('unhandledrejection', { reason: ownError() });
    expect(page.hide().map(({ problems }) => problems)).toEqual([
      [{ kind: 'error', page: 'event', times: 1 }],
      [{ kind: 'error', page: 'timeline', times: 1 }],
    ]);
  });
});
