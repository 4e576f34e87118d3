import './tokens.css';
import './base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { readFirstData } from '../lib/first-data.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { seedQueries } from '../changes/seed-queries.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { keepPress } from './keep-press.ts';
import { loadDrawnPage } from './router.tsx';
import { startSession } from './start-session.ts';
import { startBrowserReports } from './start-browser-reports.ts';
import { startServiceWorker } from './start-service-worker.ts';
import { Application } from './application.tsx';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';

startBrowserReports();
reloadOnMissingChunk();
// Optional: the app works without a service worker.
addEventListener('load', () => void startServiceWorker().catch(() => {}));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);

/** Starts in tasks of a few milliseconds each, so that input never waits for more than one of them. */
async function start(root: HTMLElement): Promise<void> {
  const repeatPress = keepPress(root);
  await yieldToMain();
  const client = createQueryClient();
  const firstData = readFirstData();
  if (firstData) seedQueries(client, firstData);
  await yieldToMain();
  startSession(client);
  // The landing page and an event's first screen are rendered already.
  const isDrawn = root.hasChildNodes();
  if (isDrawn) await loadDrawnPage(location.pathname).catch(() => {});
  await yieldToMain();
  const application = <Application client={client} texts={firstData?.texts} Router={BrowserRouter} />;
  // A transition lets React render in slices.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
  // From now on presses wait for React.
  repeatPress();
  document.getElementById('late')?.remove();
}
