import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { createQueryClient, seedQueries } from '../lib/query-client.ts';
import { Application } from './application.tsx';

const AtHome = ({ children }: { children: ReactNode }) => (
  <StaticRouter location={paths.home}>{children}</StaticRouter>
);

/** Renders the landing page's HTML for signed-out visitors. Runs at build time. */
export async function prerenderLanding(): Promise<string> {
  const client = createQueryClient();
  seedQueries(client, { user: null });
  const { prelude } = await prerenderToNodeStream(<Application client={client} Router={AtHome} />, {
    // In one chunk: later chunks would need inline scripts to be put into place.
    progressiveChunkSize: Infinity,
  });
  return text(prelude);
}
