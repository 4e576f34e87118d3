import { sessionWatch } from '../../web/src/lib/session-watch.ts';

/** What the page knows of the session begins anew: who has left learns nothing more. */
export const beginPage = (): void =>
  sessionWatch.start({
    lookUp: () => Promise.resolve(),
    tellTabs: () => undefined,
    onScreenChanged: () => Promise.resolve(),
    nowMs: () => 0,
  });
