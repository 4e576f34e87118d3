import './tokens.css';
import './base.css';
import './plain-page.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { readFirstData } from '../lib/first-data.ts';
import { rememberDay } from '../lib/format.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { createQueryClient, seedQueries } from '../lib/query-client.ts';
import { startServiceWorker } from './start-service-worker.ts';
import { Application } from './application.tsx';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';

reloadOnMissingChunk();
// Nothing of it is missed where it fails.
addEventListener('load', () => void startServiceWorker().catch(() => {}));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);

/** Begins in tasks of some milliseconds each, so that a finger waits for one of them at most. */
async function start(root: HTMLElement): Promise<void> {
  await yieldToMain();
  const client = createQueryClient();
  const first = readFirstData();
  if (first) seedQueries(client, first);
  if (first?.event?.date && first.dayText) rememberDay(first.event.date, first.dayText);
  await yieldToMain();
  const application = <Application client={client} Router={BrowserRouter} />;
  // In a transition, React draws in slices.
  startTransition(() => {
    // The landing page comes drawn.
    if (root.hasChildNodes()) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
}
