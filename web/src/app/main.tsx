import './tokens.css';
import './base.css';
import './plain-page.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { readFirstData } from '../lib/first-page.ts';
import { rememberDay } from '../lib/formats.ts';
import { nextTask } from '../lib/next-task.ts';
import { createQueryClient, seedQueries } from '../lib/query-client.ts';
import { afterLoad } from './after-load.ts';
import { Application } from './application.tsx';
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts';

reloadOnMissingChunk();
// Nothing of it is missed where it fails.
addEventListener('load', () => void afterLoad().catch(() => {}));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);

/** Begins in tasks of some milliseconds each, so that a finger waits for one of them at most. */
async function start(root: HTMLElement): Promise<void> {
  await nextTask();
  const client = createQueryClient();
  const first = readFirstData();
  if (first) seedQueries(client, first);
  if (first?.event?.date && first.dayText) rememberDay(first.event.date, first.dayText);
  await nextTask();
  const application = <Application client={client} Router={BrowserRouter} />;
  // In a transition, React draws in slices.
  startTransition(() => {
    // The landing page comes drawn.
    if (root.hasChildNodes()) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
}
